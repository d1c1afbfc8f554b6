import { beforeEach, expect, test } from 'vitest'
import { calls } from '~/test/fault-plan.ts'
import { aTill, transactionOf } from '~/test/payments-harness.ts'

const till = await aTill()
const { ledger, payments, weather } = till
weather.webhookCopies = 0
beforeEach(() => weather.clearUp())

async function begun(owner = 'ada', amountCents = 1999) {
  const reference = await ledger.owe(owner, amountCents)
  const { clientSecret } = await payments.start({ id: owner }, { reference })
  return { reference, clientSecret }
}

test('a lost browser and a lost webhook: the sweep finds the money', async () => {
  const { reference, clientSecret } = await begun()
  await till.pay(clientSecret)
  await till.webhooks()
  expect((await ledger.see(reference)).state).toBe('unpaid')
  till.wait(3)
  await payments.sweep()
  expect((await ledger.see(reference)).state).toBe('paid')
})

test('a provider that is down is asked again at the next sweep, and not a hundred times in this one', async () => {
  const waiting = []
  for (let n = 0; n < 6; n++) waiting.push(await begun())
  for (const { clientSecret } of waiting) await till.pay(clientSecret)
  till.wait(3)
  const before = weather.calls.length
  weather.next(calls.any, ...Array.from({ length: 10 }, () => 'overload' as const))
  await payments.sweep()
  expect(weather.calls.length - before).toBeLessThan(6)
  weather.clearUp()
  await payments.sweep()
  for (const { reference } of waiting) expect((await ledger.see(reference)).state).toBe('paid')
})

test('what can still be paid for something cancelled is ended', async () => {
  const { reference, clientSecret } = await begun()
  await ledger.cancel(reference)
  till.wait(3)
  await payments.sweep()
  expect((await till.payment(transactionOf(clientSecret))).state).toBe('void')
  expect((await till.pay(clientSecret)).status).toBe(400)
})

test('a second open transaction of something paid is ended', async () => {
  const { reference, clientSecret } = await begun('flo', 4400)
  const other = await ledger.owe('flo', 4400)
  const float = await payments.start({ id: 'flo' }, { amountCents: 4400 })
  await till.pay(float.clientSecret)
  await payments.settle(transactionOf(float.clientSecret), { reference, ownerId: 'flo' })
  await ledger.cancel(other)
  till.wait(3)
  await payments.sweep()
  expect((await till.payment(transactionOf(clientSecret))).state).toBe('void')
})

test('paid for an amount alone: it pays the only thing that came to cost so much', async () => {
  const { clientSecret } = await payments.start({ id: 'gil' }, { amountCents: 6543 })
  await till.pay(clientSecret)
  const reference = await ledger.owe('gil', 6543)
  till.wait(3)
  await payments.sweep()
  expect((await ledger.see(reference)).state).toBe('paid')
})

test('paid for an amount alone and never used: it goes back, but not at once', async () => {
  const { clientSecret } = await payments.start({ id: 'hal' }, { amountCents: 1212 })
  const { id } = await till.pay(clientSecret)
  till.wait(3)
  await payments.sweep()
  expect((await till.payment(id)).state).toBe('open')
  till.wait(20)
  await payments.sweep()
  expect((await till.payment(id)).state).toBe('refunded')
})

test('begun for an amount alone and never paid: it is ended', async () => {
  const { clientSecret } = await payments.start({ id: 'ida' }, { amountCents: 1313 })
  till.wait(20)
  await payments.sweep()
  expect((await till.payment(transactionOf(clientSecret))).state).toBe('void')
})

test('after going back to an older copy of the database the money is found in the list of the provider', async () => {
  const { reference, clientSecret } = await begun()
  const { id } = await till.pay(clientSecret)
  await till.db.deleteFrom('payments').where('transaction_id', '=', id).execute()
  await payments.sweep()
  expect((await ledger.see(reference)).state).toBe('paid')
  expect((await till.payment(id)).state).toBe('applied')
})

test("another shop's money on the same account is left alone", async () => {
  const form = { amount: '500', currency: 'usd', 'metadata[shop]': 'another', 'metadata[owner]': 'ada' }
  const { body } = await till.provider('POST', '/v1/payment_intents', form)
  await till.pay(body.client_secret)
  till.wait(60)
  await payments.sweep()
  const { charges } = await till.money()
  expect(charges.find((charge) => charge.payment_intent === body.id).refunded).toBe(false)
})

test('one that the provider does not understand does not keep the others waiting', async () => {
  const waiting = []
  for (let n = 0; n < 5; n++) waiting.push(await begun())
  for (const { clientSecret } of waiting.slice(-1)) await till.pay(clientSecret)
  weather.next(calls.ask, ...Array.from({ length: 4 }, () => 'refusal' as const))
  till.wait(3)
  await payments.sweep()
  const { reference } = waiting.at(-1)!
  expect((await ledger.see(reference)).state).toBe('paid')
})
