import { describe, expect, test } from 'vitest'
import { calls } from '~/test/fault-plan.ts'
import { openPaymentsHarness } from '~/test/payments-harness.ts'

const harness = await openPaymentsHarness()
const { dues, payments, faults } = harness
// What the webhook would settle is settled by the test itself.
faults.webhookCopies = 0

async function paidBy(owner: string, amountCents = 1999) {
  const reference = await dues.add(owner, amountCents)
  const { clientSecret } = await payments.start({ id: owner }, { reference })
  const { id } = await harness.pay(clientSecret)
  return { reference, id, clientSecret }
}

describe('something is paid', () => {
  test('once the provider says so', async () => {
    const { reference, id } = await paidBy('ada')
    expect(await payments.settle(id, { reference, ownerId: 'ada' })).toEqual({ kind: 'applied', reference })
    expect(await dues.get(reference)).toMatchObject({ state: 'paid', transaction_id: id })
  })

  test('and stays so however often it is reported', async () => {
    const { reference, id } = await paidBy('ada')
    const outcomes = Array.from({ length: 10 }, (_, n) =>
      payments.settle(id, n % 2 ? { reference, ownerId: 'ada' } : undefined),
    )
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toEqual({ kind: 'applied', reference })
    expect(await dues.get(reference)).toMatchObject({ state: 'paid', refunds: 0 })
  })

  test('only by its own transaction: not by a forged one', async () => {
    const reference = await dues.add('ada')
    for (const forged of ['pi_000000000000000000000000', 'pi_../../v1/refunds', '', 'ch_1234567890'])
      expect(await payments.settle(forged, { reference, ownerId: 'ada' })).toEqual({ kind: 'unknown' })
    expect((await dues.get(reference)).state).toBe('unpaid')
  })

  test("not by another person's transaction", async () => {
    const { id } = await paidBy('bob')
    const reference = await dues.add('ada')
    expect(await payments.settle(id, { reference, ownerId: 'ada' })).toEqual({ kind: 'not-yours' })
    expect((await dues.get(reference)).state).toBe('unpaid')
  })

  test('and nothing of it is shown to others, even if they name order and transaction', async () => {
    const { reference, id } = await paidBy('bob')
    const asMallory = () => payments.settle(id, { reference, ownerId: 'mallory' })
    expect(await asMallory()).toEqual({ kind: 'not-yours' })
    expect((await dues.get(reference)).state).toBe('unpaid')
    await payments.settle(id)
    expect(await asMallory()).toEqual({ kind: 'not-yours' })
  })

  test('not by a transaction that has paid something else', async () => {
    const { id } = await paidBy('ada')
    await payments.settle(id)
    const reference = await dues.add('ada')
    expect(await payments.settle(id, { reference, ownerId: 'ada' })).toEqual({ kind: 'not-yours' })
    expect((await dues.get(reference)).state).toBe('unpaid')
  })

  test('not before the money has moved: created, declined, or waiting for the bank', async () => {
    const reference = await dues.add('ada')
    const { clientSecret } = await payments.start({ id: 'ada' }, { reference })
    const expected = { reference, ownerId: 'ada' }
    const { id } = await harness.pay(clientSecret, 'pm_card_visa_chargeDeclined')
    expect(await payments.settle(id, expected)).toEqual({ kind: 'pending', reference })
    await harness.pay(clientSecret, 'pm_card_authenticationRequired')
    expect(await payments.settle(id, expected)).toEqual({ kind: 'pending', reference })
    expect((await harness.pay(clientSecret)).status).toBe(200)
    expect(await payments.settle(id, expected)).toEqual({ kind: 'applied', reference })
  })

  test('not while the provider cannot be asked', async () => {
    const { reference, id } = await paidBy('ada')
    for (const fault of ['hangs-before', 'breaks-before', 'overload'] as const) {
      // A broken connection is tried once more by the SDK itself.
      faults.failNext(calls.retrieveIntent, fault, ...(fault === 'breaks-before' ? [fault] : []))
      await expect(payments.settle(id)).rejects.toMatchObject({ status: 503, reason: 'provider_down' })
    }
    expect((await dues.get(reference)).state).toBe('unpaid')
    expect((await payments.settle(id)).kind).toBe('applied')
  })
})

/** A transaction made at the provider with our marks on it, but wrong in one way. */
async function oddTransaction(reference: string, odd: Record<string, string>) {
  const { body: ours } = await harness.callProvider('GET', '/v1/payment_intents?limit=1')
  const marks = {
    'metadata[shop]': ours.data[0].metadata.shop,
    'metadata[owner]': 'ada',
    'metadata[reference]': reference,
  }
  const form = { amount: '1999', currency: 'usd', ...marks, ...odd }
  const { body } = await harness.callProvider('POST', '/v1/payment_intents', form)
  await harness.pay(body.client_secret)
  return body.id as string
}

describe('a payment that does not match is refunded', () => {
  test.each([
    ['less than is owed', { amount: '1998' }],
    ['more than is owed', { amount: '2000' }],
    ['the right number of another currency', { currency: 'eur' }],
    ['from another person', { 'metadata[owner]': 'mallory' }],
  ])('%s', async (_, odd) => {
    const reference = await dues.add('ada')
    await payments.start({ id: 'ada' }, { reference })
    const id = await oddTransaction(reference, odd)
    expect(await payments.settle(id)).toEqual({ kind: 'refunding', reference })
    expect((await dues.get(reference)).state).toBe('unpaid')
  })

  test('when it comes for something that was cancelled', async () => {
    const { reference, id } = await paidBy('ada')
    await dues.cancel(reference)
    expect(await payments.settle(id)).toEqual({ kind: 'refunding', reference })
    expect((await dues.get(reference)).state).toBe('cancelled')
  })

  test('when something was paid already, by whichever of the two came second', async () => {
    const { reference, id } = await paidBy('ada')
    const second = await oddTransaction(reference, {})
    const kinds = await Promise.all([payments.settle(id), payments.settle(second)])
    expect(kinds.map((outcome) => outcome.kind).sort()).toEqual(['applied', 'refunding'])
  })

  test('but not when it belongs to another shop on the same account', async () => {
    const reference = await dues.add('ada')
    const id = await oddTransaction(reference, { 'metadata[shop]': 'another' })
    expect(await payments.settle(id, { reference, ownerId: 'ada' })).toEqual({ kind: 'unknown' })
    const rows = await harness.db
      .selectFrom('payments')
      .selectAll()
      .where('transaction_id', '=', id)
      .execute()
    expect(rows).toHaveLength(0)
  })
})

test('a cancelled transaction is void and can never pay', async () => {
  const reference = await dues.add('ada')
  const { clientSecret } = await payments.start({ id: 'ada' }, { reference })
  await payments.cancelOpenIntents(reference)
  const refused = await harness.pay(clientSecret)
  expect(refused.status).toBe(400)
  expect(await payments.settle(refused.id)).toEqual({ kind: 'void', reference })
})
