import { expect, test } from 'vitest'
import type { Letterhead, MailDetails } from './compose.server.ts'
import { compose } from './compose.server.ts'
import { emlFile } from './deliver.server.ts'
import { mailBody, quoted } from './paragraphs.ts'

const head: Letterhead = {
  name: 'The Shop',
  origin: 'https://shop.example',
  logo: { path: '/logo.png', width: 36, height: 36, hasName: false },
  colours: { accent: '#d1470f', onAccent: '#ffffff' },
  foot: ['The Shop', '1 Lane'],
  labelOf: (path) => `Go to ${path}`,
  pictureOf: (address) => `https://shop.example${address}`,
}
const composed = (body: string, subject = 'Hello', details: MailDetails = {}) =>
  compose({ subject, body, details: JSON.stringify(details) }, head)

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

test('what a mail lists is drawn with pictures, sums and an address; its first link is the button, a second one is not', () => {
  const { text, blocks } = mailBody([
    'We received $25.00 for:',
    {
      text: '1 x Disc, size M',
      block: {
        lines: [{ name: 'Disc', note: '1 × size M', picture: '/images/a.webp', amount: '$20.00' }],
        sums: [
          { name: 'Delivery', amount: '$5.00' },
          { name: 'Paid', amount: '$25.00' },
        ],
      },
    },
    { block: { title: 'Deliver to', address: ['Ada', 'Mill Lane 1'] } },
    '/dashboard/delivery/1',
    '/dashboard/receipt/1',
  ])
  const mail = composed(text, 'Paid', { blocks, isSigned: true })
  expect(mail.subject).toBe('Paid - The Shop')
  expect(mail.text).toBe(
    'We received $25.00 for:\n\n1 x Disc, size M\n\nhttps://shop.example/dashboard/delivery/1\n\nhttps://shop.example/dashboard/receipt/1\n\nThe Shop\n',
  )
  expect(mail.html).toContain(
    '<img src="https://shop.example/images/a.webp" width="64" height="48" alt="Disc"',
  )
  for (const words of ['$20.00', 'Delivery', 'Paid', '$25.00', 'Deliver to', 'Mill Lane 1', '1 Lane'])
    expect(mail.html).toContain(words)
  expect(mail.html.match(/bgcolor=/g)).toHaveLength(1)
  expect(mail.html).toMatch(
    /bgcolor="#d1470f"[^>]*><a href="https:\/\/shop\.example\/dashboard\/delivery\/1"/,
  )
  expect(mail.html).not.toContain('1 x Disc')
})

test.each([
  `"><img src=x onerror=alert(1)>`,
  `</td></table><script>`,
  `javascript:alert(1)`,
  '=cmd',
  '\u202egnp.exe',
])('a hostile name is a name: %j', (name) => {
  const { text, blocks } = mailBody([
    `Hello ${name},`,
    {
      text: name,
      block: { lines: [{ name, note: name, picture: name, amount: name }], sums: [{ name, amount: name }] },
    },
    { block: { title: name, address: [name, name] } },
    name,
  ])
  const { html } = composed(text, name, { blocks, isSigned: true })
  expect(html.match(/<(script|img src=x|a )/g)).toBeNull()
  expect(html.match(/<img /g)).toHaveLength(2)
  expect(html.match(/<\/?table/g)).toHaveLength(6)
  expect(html).not.toMatch(/(href|src)="(?!https:\/\/shop\.example)/)
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
