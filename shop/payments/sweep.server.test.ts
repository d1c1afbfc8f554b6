import { beforeEach, expect, test } from 'vitest'
import { calls } from '~/test/fault-plan.ts'
import { openPaymentsHarness, transactionOf } from '~/test/payments-harness.ts'

const harness = await openPaymentsHarness()
const { dues, payments, faults } = harness
faults.webhookCopies = 0
beforeEach(() => faults.clear())

async function startPayment(owner = 'ada', amountCents = 1999) {
  const reference = await dues.add(owner, amountCents)
  const { clientSecret } = await payments.start({ id: owner }, { reference })
  return { reference, clientSecret }
}

test('the sweep finds a payment that neither browser nor webhook reported', async () => {
  const { reference, clientSecret } = await startPayment()
  await harness.pay(clientSecret)
  await harness.deliverWebhooks()
  expect((await dues.get(reference)).state).toBe('unpaid')
  harness.advanceMinutes(3)
  await payments.sweep()
  expect((await dues.get(reference)).state).toBe('paid')
})

test('a provider that is down is asked again at the next sweep, and not a hundred times in this one', async () => {
  const waiting = []
  for (let n = 0; n < 6; n++) waiting.push(await startPayment())
  for (const { clientSecret } of waiting) await harness.pay(clientSecret)
  harness.advanceMinutes(3)
  const before = faults.calls.length
  faults.failNext(calls.any, ...Array.from({ length: 10 }, () => 'overload' as const))
  await payments.sweep()
  expect(faults.calls.length - before).toBeLessThan(6)
  faults.clear()
  await payments.sweep()
  for (const { reference } of waiting) expect((await dues.get(reference)).state).toBe('paid')
})

test('an open intent of something cancelled is cancelled', async () => {
  const { reference, clientSecret } = await startPayment()
  await dues.cancel(reference)
  harness.advanceMinutes(3)
  await payments.sweep()
  expect((await harness.payment(transactionOf(clientSecret))).state).toBe('void')
  expect((await harness.pay(clientSecret)).status).toBe(400)
})

test('a second open intent of something paid is cancelled', async () => {
  const { reference, clientSecret } = await startPayment('flo', 4400)
  const other = await dues.add('flo', 4400)
  const unassigned = await payments.start({ id: 'flo' }, { amountCents: 4400 })
  await harness.pay(unassigned.clientSecret)
  await payments.settle(transactionOf(unassigned.clientSecret), { reference, ownerId: 'flo' })
  await dues.cancel(other)
  harness.advanceMinutes(3)
  await payments.sweep()
  expect((await harness.payment(transactionOf(clientSecret))).state).toBe('void')
})

test('an unassigned payment pays the only reference of its amount', async () => {
  const { clientSecret } = await payments.start({ id: 'gil' }, { amountCents: 6543 })
  await harness.pay(clientSecret)
  const reference = await dues.add('gil', 6543)
  harness.advanceMinutes(3)
  await payments.sweep()
  expect((await dues.get(reference)).state).toBe('paid')
})

test('an unassigned payment that matches nothing is refunded, but not at once', async () => {
  const { clientSecret } = await payments.start({ id: 'hal' }, { amountCents: 1212 })
  const { id } = await harness.pay(clientSecret)
  harness.advanceMinutes(3)
  await payments.sweep()
  expect((await harness.payment(id)).state).toBe('open')
  harness.advanceMinutes(20)
  await payments.sweep()
  expect((await harness.payment(id)).state).toBe('refunded')
})

test('an unassigned intent that is never paid is cancelled', async () => {
  const { clientSecret } = await payments.start({ id: 'ida' }, { amountCents: 1313 })
  harness.advanceMinutes(20)
  await payments.sweep()
  expect((await harness.payment(transactionOf(clientSecret))).state).toBe('void')
})

test('after restoring an older backup a payment is found in the list of the provider', async () => {
  const { reference, clientSecret } = await startPayment()
  const { id } = await harness.pay(clientSecret)
  await harness.db.deleteFrom('payments').where('transaction_id', '=', id).execute()
  await payments.sweep()
  expect((await dues.get(reference)).state).toBe('paid')
  expect((await harness.payment(id)).state).toBe('applied')
})

test("another shop's money on the same account is left alone", async () => {
  const form = { amount: '500', currency: 'usd', 'metadata[shop]': 'another', 'metadata[owner]': 'ada' }
  const { body } = await harness.callProvider('POST', '/v1/payment_intents', form)
  await harness.pay(body.client_secret)
  harness.advanceMinutes(60)
  await payments.sweep()
  const { charges } = await harness.totals()
  expect(charges.find((charge) => charge.payment_intent === body.id).refunded).toBe(false)
})

test('a payment that the provider refuses to show does not hold up the others', async () => {
  const waiting = []
  for (let n = 0; n < 5; n++) waiting.push(await startPayment())
  for (const { clientSecret } of waiting.slice(-1)) await harness.pay(clientSecret)
  faults.failNext(calls.retrieveIntent, ...Array.from({ length: 4 }, () => 'refusal' as const))
  harness.advanceMinutes(3)
  await payments.sweep()
  const { reference } = waiting.at(-1)!
  expect((await dues.get(reference)).state).toBe('paid')
})
