import { expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpCode } from './authenticators.server.ts'

/** The secret of RFC 6238, "12345678901234567890", in Base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])('the code at second %i is that of the standard', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(totpCode(secret, step)).toBe(code)
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(step)
})

test('a code counts half a minute around its time, and no longer', () => {
  const from = 37037036 * 30
  const at = (seconds: number) => stepOfCode(secret, '081804', (from + seconds) * 1000)
  expect([-30, -1, 0, 29, 30, 59].map(at)).toEqual(Array(6).fill(37037036))
  expect([-31, 60].map(at)).toEqual([undefined, undefined])
})

test('every secret is another one, of 160 bits', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})
