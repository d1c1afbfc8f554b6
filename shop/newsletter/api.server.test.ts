import { beforeEach, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

let shop: TestShop
/** A shop that has stored nobody is as good as a new one. */
let isAsNew = false
beforeEach(async () => {
  if (!isAsNew) shop = await aShop({ DEMO: 'off', TRUST_PROXY: 'on' })
  isAsNew = false
})
const subscribe = (email: string, body?: unknown, from = '198.51.100.7') =>
  shop.post(`/api/newsletter/${encodeURIComponent(email)}`, body, { 'x-forwarded-for': from })
const subscribers = async () =>
  (await shop.db.selectFrom('newsletter_subscriptions').select('email').execute()).map(({ email }) => email)
async function expectNobodyStored() {
  expect(await subscribers()).toEqual([])
  isAsNew = true
}

test('an address is subscribed with and without a body', async () => {
  for (const [email, body] of [
    ['ada@shop.example', undefined],
    ['bob@shop.example', {}],
    ['eve@shop.example', { email: 'eve@shop.example' }],
  ] as const) {
    const answer = await subscribe(email, body)
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ ok: 1 })
  }
  expect((await subscribers()).toSorted()).toEqual([
    'ada@shop.example',
    'bob@shop.example',
    'eve@shop.example',
  ])
})

test('an address as long as addresses may be is subscribed', async () => {
  const email = `${'a'.repeat(64)}@${'long-'.repeat(34)}shop.example`
  expect((await subscribe(email)).json()).toEqual({ ok: 1 })
  expect(await subscribers()).toEqual([email])
})

test('the same address twice, in any spelling and at the same time, is one subscriber', async () => {
  const answers = await Promise.all(
    ['ada@shop.example', 'ADA@shop.example', ' ada@shop.example ', 'ａda@shop.example'].map((email) =>
      subscribe(email),
    ),
  )
  expect(answers.map((answer) => answer.json())).toEqual(Array(4).fill({ ok: 1 }))
  expect(await subscribers()).toEqual(['ada@shop.example'])
})

test.each([
  ['no address', 'x'],
  ['a line break', 'a@shop.example\r\nBcc: b@shop.example'],
  ['no host', 'a@'],
  ['two at signs', 'a@@shop.example'],
  ['300 characters', `${'a'.repeat(300)}@shop.example`],
  ['an invisible character', 'a\u200b@shop.example'],
  ['a dot of another script', 'a@shop\u3002\u0000example'],
  ['angle brackets', '<a@shop.example>'],
])('an address with %s is refused by name and nothing is stored', async (_what, email) => {
  const answer = await subscribe(email)
  expect([400, 422]).toContain(answer.status)
  if (answer.status === 422)
    expect(answer.json()).toEqual({
      message: 'Email is not a valid email address',
      reason: 'invalid',
      fields: { email: 'Email is not a valid email address' },
    })
  await expectNobodyStored()
})

test('letters that only look alike are another address, not the same one', async () => {
  await subscribe('ada@shop.example')
  await subscribe('аda@shop.example')
  expect(await subscribers()).toHaveLength(2)
})

test('another address in the body than in the path is refused', async () => {
  const answer = await subscribe('ada@shop.example', { email: 'eve@shop.example' })
  expect(answer.status).toBe(422)
  expect(answer.json().fields).toEqual({ email: 'Not the address of the path' })
  await expectNobodyStored()
})

test('who subscribes again and again is asked to wait', async () => {
  const answers = []
  for (let n = 0; n < 21; n += 1)
    answers.push(await subscribe(`person-${n}@shop.example`, undefined, '203.0.113.7'))
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
  expect(await subscribers()).toHaveLength(20)
})
