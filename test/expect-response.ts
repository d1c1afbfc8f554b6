import { expect } from 'vitest'
import type { TestResponse } from './http.ts'

/** Headers that every response of the shop has, whatever its status. */
export function expectSecurityHeaders(headers: TestResponse['headers']) {
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).not.toMatch(/unsafe-(inline|eval)/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Pictures are shown in mails, too.
    'cross-origin-resource-policy': /^image\/(webp|png|jpeg)/.test(String(headers['content-type']))
      ? 'cross-origin'
      : 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'strict-transport-security': expect.stringContaining('max-age='),
  })
  expect(headers['x-powered-by']).toBeUndefined()
}

/** A refusal with a message and a reason, without internal details. */
export function expectRefusal(response: TestResponse, status: number) {
  expect(response.status).toBe(status)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  const { message, reason, fields, ...rest } = response.json()
  expect(message).toMatch(/^[A-Z].+/)
  expect(reason).toMatch(/^[a-z_]+$/)
  expect(rest).toEqual({})
  if (status === 422) expect(fields).toBeTypeOf('object')
  expectNothingInternal(response.text)
}

export const expectNothingInternal = (text: string) =>
  expect(text).not.toMatch(
    /node_modules|\.ts:\d|\.js:\d|\n\s+at |FST_|SQLITE_|ECONN|syntax error|select .* from/i,
  )
