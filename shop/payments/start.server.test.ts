import { describe, expect, test } from 'vitest'
import { calls } from '~/test/fault-plan.ts'
import { openPaymentsHarness, transactionOf } from '~/test/payments-harness.ts'

const harness = await openPaymentsHarness()
const { dues, payments, faults } = harness
const ada = { id: 'ada' }
const intentsCreated = () => faults.calls.filter((call) => calls.createIntent.test(call)).length

describe('a payment starts', () => {
  test('with the amount that is owed, for the person who owes it', async () => {
    const reference = await dues.add('ada', 4250)
    const { clientSecret } = await payments.start(ada, { reference })
    const { body } = await harness.callProvider('GET', `/v1/payment_intents/${transactionOf(clientSecret)}`)
    expect(body).toMatchObject({ amount: 4250, currency: 'usd', status: 'requires_payment_method' })
    expect(body.metadata).toMatchObject({ reference, owner: 'ada' })
  })

  test('once: twenty tabs at the same moment share one transaction', async () => {
    const reference = await dues.add('ada')
    const tabs = await Promise.all(Array.from({ length: 20 }, () => payments.start(ada, { reference })))
    expect(new Set(tabs.map((tab) => tab.clientSecret)).size).toBe(1)
    const rows = await harness.db
      .selectFrom('payments')
      .where('reference', '=', reference)
      .selectAll()
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('again with the same transaction when the page is opened a second time', async () => {
    const reference = await dues.add('ada')
    const first = await payments.start(ada, { reference })
    const before = intentsCreated()
    expect(await payments.start(ada, { reference })).toEqual(first)
    expect(intentsCreated()).toBe(before)
  })

  test('with the same transaction after the provider hung once it had made it', async () => {
    const reference = await dues.add('ada')
    faults.failNext(calls.createIntent, 'hangs-after')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({ reason: 'provider_down' })
    const { clientSecret } = await payments.start(ada, { reference })
    expect(clientSecret).toBeTruthy()
    const { body } = await harness.callProvider('GET', '/v1/payment_intents?limit=100')
    const made = body.data.filter(
      (intent: { metadata: { reference: string } }) => intent.metadata.reference === reference,
    )
    expect(made).toHaveLength(1)
  })

  test('with the next key after an error that the provider repeats for the same key', async () => {
    const reference = await dues.add('ada')
    faults.failNext(calls.createIntent, 'error')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({
      status: 503,
      reason: 'provider_down',
    })
    await expect(payments.start(ada, { reference })).resolves.toHaveProperty('clientSecret')
  })

  test('with a new transaction when the last one was cancelled at the provider', async () => {
    const reference = await dues.add('ada')
    const { clientSecret } = await payments.start(ada, { reference })
    await harness.callProvider('POST', `/v1/payment_intents/${transactionOf(clientSecret)}/cancel`)
    const again = await payments.start(ada, { reference })
    expect(again.clientSecret).not.toBe(clientSecret)
    expect((await harness.pay(again.clientSecret)).status).toBe(200)
  })

  test('with a new one when the response with the last one was lost and it was cancelled at the provider', async () => {
    const reference = await dues.add('ada')
    faults.failNext(calls.createIntent, 'hangs-after')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({ reason: 'provider_down' })
    const { body } = await harness.callProvider('GET', '/v1/payment_intents?limit=100')
    const lost = body.data.find(
      (intent: { metadata: { reference: string } }) => intent.metadata.reference === reference,
    )
    await harness.callProvider('POST', `/v1/payment_intents/${lost.id}/cancel`)
    const { clientSecret } = await payments.start(ada, { reference })
    expect((await harness.pay(clientSecret)).status).toBe(200)
  })

  test('not when it was cancelled while the provider was making the transaction', async () => {
    const reference = await dues.add('ada')
    const [started] = await Promise.allSettled([payments.start(ada, { reference }), dues.cancel(reference)])
    if (started.status === 'rejected') expect(started.reason).toMatchObject({ reason: 'cancelled' })
    await payments.cancelOpenIntents(reference)
    const open = await harness.db
      .selectFrom('payments')
      .selectAll()
      .where('reference', '=', reference)
      .where('state', '=', 'open')
      .execute()
    expect(open).toHaveLength(0)
  })

  test('not while the provider is down, with a response that says so', async () => {
    const reference = await dues.add('ada')
    faults.failNext(calls.createIntent, 'hangs-before')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({ status: 503 })
    faults.failNext(calls.createIntent, 'overload')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({ status: 503 })
  })
})

describe('a price alone', () => {
  test('is for the only reference of this person with that amount', async () => {
    const reference = await dues.add('bob', 7777)
    const { clientSecret } = await payments.start({ id: 'bob' }, { amountCents: 7777 })
    const { id } = await harness.pay(clientSecret)
    expect(await payments.settle(id)).toEqual({ kind: 'applied', reference })
  })

  test('is unassigned when two references have that amount, until one of them is named', async () => {
    const [, second] = [await dues.add('bob', 5001), await dues.add('bob', 5001)]
    const { clientSecret } = await payments.start({ id: 'bob' }, { amountCents: 5001 })
    const { id } = await harness.pay(clientSecret)
    expect(await payments.settle(id)).toEqual({ kind: 'pending' })
    const outcome = await payments.settle(id, { reference: second, ownerId: 'bob' })
    expect(outcome).toEqual({ kind: 'applied', reference: second })
  })

  test('asked for twice gives the same transaction', async () => {
    const first = await payments.start({ id: 'cy' }, { amountCents: 900 })
    expect(await payments.start({ id: 'cy' }, { amountCents: 900 })).toEqual(first)
  })

  test('pays nothing of another amount or of another person', async () => {
    const dearer = await dues.add('dan', 9000)
    const others = await dues.add('eve', 800)
    const { clientSecret } = await payments.start({ id: 'dan' }, { amountCents: 800 })
    const { id } = await harness.pay(clientSecret)
    const asDan = (reference: string) => payments.settle(id, { reference, ownerId: 'dan' })
    expect((await asDan(dearer)).kind).toBe('not-yours')
    expect((await asDan(others)).kind).toBe('not-yours')
    expect((await dues.get(dearer)).state).toBe('unpaid')
    expect((await dues.get(others)).state).toBe('unpaid')
  })
})
