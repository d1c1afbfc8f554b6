import { describe, expect, test } from 'vitest'
import { calls } from '~/test/fault-plan.ts'
import { aTill, transactionOf } from '~/test/payments-harness.ts'

const till = await aTill()
const { ledger, payments, weather } = till
const ada = { id: 'ada' }
const intentsBegun = () => weather.calls.filter((call) => calls.begin.test(call)).length

describe('paying for something begins', () => {
  test('with the amount that is owed, for whoever owes it', async () => {
    const reference = await ledger.owe('ada', 4250)
    const { clientSecret } = await payments.start(ada, { reference })
    const { body } = await till.provider('GET', `/v1/payment_intents/${transactionOf(clientSecret)}`)
    expect(body).toMatchObject({ amount: 4250, currency: 'usd', status: 'requires_payment_method' })
    expect(body.metadata).toMatchObject({ reference, owner: 'ada' })
  })

  test('once: twenty tabs at the same moment share one transaction', async () => {
    const reference = await ledger.owe('ada')
    const tabs = await Promise.all(Array.from({ length: 20 }, () => payments.start(ada, { reference })))
    expect(new Set(tabs.map((tab) => tab.clientSecret)).size).toBe(1)
    const rows = await till.db.selectFrom('payments').where('reference', '=', reference).selectAll().execute()
    expect(rows).toHaveLength(1)
  })

  test('again with the same transaction when the page is opened a second time', async () => {
    const reference = await ledger.owe('ada')
    const first = await payments.start(ada, { reference })
    const before = intentsBegun()
    expect(await payments.start(ada, { reference })).toEqual(first)
    expect(intentsBegun()).toBe(before)
  })

  test('with the same transaction after the provider hung once it had made it', async () => {
    const reference = await ledger.owe('ada')
    weather.next(calls.begin, 'hangs-after')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({ reason: 'provider_down' })
    const { clientSecret } = await payments.start(ada, { reference })
    expect(clientSecret).toBeTruthy()
    const { body } = await till.provider('GET', '/v1/payment_intents?limit=100')
    const made = body.data.filter(
      (intent: { metadata: { reference: string } }) => intent.metadata.reference === reference,
    )
    expect(made).toHaveLength(1)
  })

  test('with the next key after an error that the provider would repeat for ever', async () => {
    const reference = await ledger.owe('ada')
    weather.next(calls.begin, 'error')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({
      status: 503,
      reason: 'provider_down',
    })
    await expect(payments.start(ada, { reference })).resolves.toHaveProperty('clientSecret')
  })

  test('with a new transaction when the former was cancelled at the provider', async () => {
    const reference = await ledger.owe('ada')
    const { clientSecret } = await payments.start(ada, { reference })
    await till.provider('POST', `/v1/payment_intents/${transactionOf(clientSecret)}/cancel`)
    const again = await payments.start(ada, { reference })
    expect(again.clientSecret).not.toBe(clientSecret)
    expect((await till.pay(again.clientSecret)).status).toBe(200)
  })

  test('with a new one when the former was made, lost on its way to us and cancelled at the provider', async () => {
    const reference = await ledger.owe('ada')
    weather.next(calls.begin, 'hangs-after')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({ reason: 'provider_down' })
    const { body } = await till.provider('GET', '/v1/payment_intents?limit=100')
    const lost = body.data.find(
      (intent: { metadata: { reference: string } }) => intent.metadata.reference === reference,
    )
    await till.provider('POST', `/v1/payment_intents/${lost.id}/cancel`)
    const { clientSecret } = await payments.start(ada, { reference })
    expect((await till.pay(clientSecret)).status).toBe(200)
  })

  test('not when it was cancelled while the provider was making the transaction', async () => {
    const reference = await ledger.owe('ada')
    const [started] = await Promise.allSettled([payments.start(ada, { reference }), ledger.cancel(reference)])
    if (started.status === 'rejected') expect(started.reason).toMatchObject({ reason: 'cancelled' })
    await payments.release(reference)
    const open = await till.db
      .selectFrom('payments')
      .selectAll()
      .where('reference', '=', reference)
      .where('state', '=', 'open')
      .execute()
    expect(open).toHaveLength(0)
  })

  test('not while the provider is down, with an answer that says so', async () => {
    const reference = await ledger.owe('ada')
    weather.next(calls.begin, 'hangs-before')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({ status: 503 })
    weather.next(calls.begin, 'overload')
    await expect(payments.start(ada, { reference })).rejects.toMatchObject({ status: 503 })
  })
})

describe('a price alone', () => {
  test('is for the only thing of this person that costs so much', async () => {
    const reference = await ledger.owe('bob', 7777)
    const { clientSecret } = await payments.start({ id: 'bob' }, { amountCents: 7777 })
    const { id } = await till.pay(clientSecret)
    expect(await payments.settle(id)).toEqual({ kind: 'applied', reference })
  })

  test('is for nothing in particular when two things cost so much, until one of them is named', async () => {
    const [, second] = [await ledger.owe('bob', 5001), await ledger.owe('bob', 5001)]
    const { clientSecret } = await payments.start({ id: 'bob' }, { amountCents: 5001 })
    const { id } = await till.pay(clientSecret)
    expect(await payments.settle(id)).toEqual({ kind: 'pending' })
    const outcome = await payments.settle(id, { reference: second, ownerId: 'bob' })
    expect(outcome).toEqual({ kind: 'applied', reference: second })
  })

  test('asked for twice gives the same transaction', async () => {
    const first = await payments.start({ id: 'cy' }, { amountCents: 900 })
    expect(await payments.start({ id: 'cy' }, { amountCents: 900 })).toEqual(first)
  })

  test('pays nothing of another amount or of another person', async () => {
    const dearer = await ledger.owe('dan', 9000)
    const others = await ledger.owe('eve', 800)
    const { clientSecret } = await payments.start({ id: 'dan' }, { amountCents: 800 })
    const { id } = await till.pay(clientSecret)
    const asDan = (reference: string) => payments.settle(id, { reference, ownerId: 'dan' })
    expect((await asDan(dearer)).kind).toBe('not-yours')
    expect((await asDan(others)).kind).toBe('not-yours')
    expect((await ledger.see(dearer)).state).toBe('unpaid')
    expect((await ledger.see(others)).state).toBe('unpaid')
  })
})
