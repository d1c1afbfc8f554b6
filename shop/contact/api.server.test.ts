import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { purchaseIn } from './thread-rules.ts'

let shop: TestShop
/** A shop that has stored nothing is as good as a new one. */
let isAsNew = false
let senders = 0
beforeEach(async () => {
  if (!isAsNew) shop = await aShop({ DEMO: 'off', TRUST_PROXY: 'on' })
  isAsNew = false
})
/** From another network each time, unless said. */
const write = (message: unknown, from = `198.51.100.${++senders}`) =>
  shop.post('/api/contact', message, { 'x-forwarded-for': from })
const stored = () => shop.db.selectFrom('contact_messages').selectAll().execute()
async function expectNothingStored() {
  expect(await stored()).toEqual([])
  expect(await shop.db.selectFrom('mails').selectAll().execute()).toEqual([])
  isAsNew = true
}
const outbox = () => {
  const folder = join(shop.config.dataDir, 'outbox')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name)) : []
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}
const headersOf = (mail: string) => mail.slice(0, mail.indexOf('\n\n'))

test('a message is stored, and mailed to the workshop so that it can be answered', async () => {
  const answer = await write({ email: 'Ada@shop.example', message: '  Do you fit tyres?\nAda ' })
  expect(answer.status).toBe(200)
  const { insertedId } = answer.json()
  expect(await stored()).toEqual([
    expect.objectContaining({ id: insertedId, email: 'ada@shop.example', message: 'Do you fit tyres?\nAda' }),
  ])
  await vi.waitFor(() => expect(outbox()).toHaveLength(1), 20_000)
  const [mail = ''] = outbox()
  expect(headersOf(mail)).toMatch(/^To: workshop@carparts\.example$/m)
  expect(headersOf(mail)).toMatch(/^From: Car Parts <shop@carparts\.example>$/m)
  expect(headersOf(mail)).toMatch(/^Reply-To: ada@shop\.example$/m)
  expect(mail).toContain('\n> Do you fit tyres?\n> Ada\n')
  await vi.waitFor(async () => expect(await shop.db.selectFrom('mails').selectAll().execute()).toEqual([]))
})

test('a message that names a purchase in its head leads the shop to it', async () => {
  const id = '6afdc81e4b1c182d3f889c13'
  const message = `About purchase no. 3F889C13 (${id}):\n\nWhere is it?`
  expect((await write({ email: 'ada@shop.example', message })).status).toBe(200)
  await vi.waitFor(() => expect(outbox()).toHaveLength(1), 20_000)
  expect(outbox()[0]).toContain(`/dashboard/delivery/${id}`)
  expect(purchaseIn(message)).toEqual({ number: '3F889C13', id, text: 'Where is it?' })
  for (const other of ['Where is it?', 'About purchase no. 3F889C13: hello', `See ${message}`])
    expect(purchaseIn(other)).toBeUndefined()
})

test.each([
  [{}, { email: 'Email is required', message: 'Message is required' }],
  [
    { email: '', message: '   ' },
    { email: 'Email is required', message: 'Message is required' },
  ],
  [{ email: 'nobody', message: 'Hello' }, { email: 'Email is not a valid email address' }],
  [{ email: 'a@shop.example', message: 'x'.repeat(4001) }, { message: 'At most 4000 characters' }],
  [{ email: 'a@shop.example', message: 'a\u0000b' }, { message: 'Holds characters that cannot be kept' }],
  [{ email: 'a@shop.example', message: 'a\ud800b' }, { message: 'Holds characters that cannot be kept' }],
  [{ email: ['a@shop.example'], message: 'Hello' }, { email: 'Email is required' }],
  [{ email: 'a@shop.example', message: { toString: 'x' } }, { message: 'Message is required' }],
])('a message like %j is refused with the reason beside each field', async (body, fields) => {
  const answer = await write(body)
  expect(answer.status).toBe(422)
  expect(answer.json()).toEqual({ message: Object.values(fields)[0], reason: 'invalid', fields })
  await expectNothingStored()
})

test.each([
  'a@shop.example\r\nBcc: all@shop.example',
  'a@shop.example\nSubject: won',
  'a@shop.example>, <b@shop.example',
  'a@shop.example, b@shop.example',
  '"a\r\nBcc: x"@shop.example',
])('%j cannot add a header or a recipient to the mail', async (email) => {
  expect((await write({ email, message: 'Hello' })).status).toBe(422)
  await expectNothingStored()
})

test('a message that looks like headers stays in the body of the mail', async () => {
  await write({
    email: 'a@shop.example',
    message: 'Hello\r\nBcc: all@shop.example\r\n.\r\nRCPT TO:<x@shop.example>',
  })
  await vi.waitFor(() => expect(outbox()).toHaveLength(1), 20_000)
  expect(headersOf(outbox()[0]!)).not.toMatch(/bcc|rcpt/i)
})

test('letters of every script and 4000 characters arrive as they were typed', async () => {
  const message = `Grüße, 你好, 🚗 ${'x'.repeat(3980)}`
  expect((await write({ email: 'jörg@bücher.example', message })).status).toBe(200)
  expect(await stored()).toEqual([expect.objectContaining({ email: 'jörg@bücher.example', message })])
})

test('the sixth message in a minute has to wait, and is not stored', async () => {
  const answers = []
  for (let n = 0; n < 6; n += 1)
    answers.push(await write({ email: 'a@shop.example', message: `Hello ${n}` }, '203.0.113.7'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  const last = answers.at(-1)!
  expect(last.json().reason).toBe('too_many')
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(await stored()).toHaveLength(5)
})
