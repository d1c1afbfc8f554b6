import { expect, test } from 'vitest'
import type { Letterhead } from './compose.server.ts'
import { compose } from './compose.server.ts'
import { emlFile } from './deliver.server.ts'
import { quoted } from './quoted.ts'

const head: Letterhead = {
  name: 'The Shop',
  origin: 'https://shop.example',
  labelOf: (path) => `Go to ${path}`,
}
const composed = (body: string, subject = 'Hello') => compose({ subject, body }, head)

test('a mail is its own text, and an HTML part that says the same with a button', () => {
  const { text, html } = composed('Hello Ada,\n\nopen this link:\n\nhttps://shop.example/a#b-c\n\nThe Shop')
  expect(text).toBe('Hello Ada,\n\nopen this link:\n\nhttps://shop.example/a#b-c\n\nThe Shop\n')
  expect(html).toMatch(/<a href="https:\/\/shop\.example\/a#b-c"[^>]*>Go to \/a#b-c<\/a>/)
  for (const words of ['Hello Ada,', 'open this link:', '>https://shop.example/a#b-c<', 'The Shop'])
    expect(html).toContain(words)
})

test('a path alone becomes an address of the shop', () => {
  expect(composed('Hello\n\n/dashboard/orders').text).toBe('Hello\n\nhttps://shop.example/dashboard/orders\n')
  expect(composed('Hello\n\n//evil.example').text).toBe('Hello\n\n//evil.example\n')
})

test('what a stranger wrote is text: no markup, and no link to elsewhere', () => {
  const { html } = composed('<script>alert(1)</script>\n\nhttps://evil.example/log-in\n\n"quoted" & more')
  expect(html).not.toMatch(/<script|<a /)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('&quot;quoted&quot; &amp; more')
})

test('what a stranger wrote is quoted: an address of the shop in it is no button, and it cannot end the quotation', () => {
  const { text, html } = composed(
    `${quoted('Look:\n\nhttps://shop.example/dashboard/users\n\n/dashboard')}\n\n/dashboard/messages`,
  )
  expect(text).toBe(
    '> Look:\n>\n> https://shop.example/dashboard/users\n>\n> /dashboard\n\nhttps://shop.example/dashboard/messages\n',
  )
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toContain('<blockquote')
})

test('as a file everything stands as it was written, whatever its script and length', () => {
  const link = `https://shop.example/verify-email#${'x'.repeat(120)}`
  const file = emlFile(
    { To: 'a@b.example', Subject: 'é\r\nBcc: c@d.example' },
    composed(`山田 太郎\n\n${link}`),
    'cut',
  )
  expect(file).toContain(`山田 太郎\n\n${link}\n`)
  expect(file).toContain('Subject: é Bcc: c@d.example\n')
  expect(file).not.toMatch(/=\n|=E5|^Bcc/m)
})
