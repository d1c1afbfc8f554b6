import { describe, expect, test } from 'vitest'
import { aTill } from '~/test/till.ts'
import { calls } from '~/test/weather.ts'

const till = await aTill()
const { ledger, payments, weather } = till

async function begun(amountCents = 1999) {
  const reference = await ledger.owe('ada', amountCents)
  const { clientSecret } = await payments.start({ id: 'ada' }, { reference })
  return { reference, clientSecret }
}
const refundsOf = async (id: string) => {
  const { charges } = await till.money()
  return charges.find((charge) => charge.payment_intent === id).amount_refunded
}

describe('late money', () => {
  async function late() {
    const { reference, clientSecret } = await begun()
    // The provider cannot be reached while the order is cancelled, so the buyer can still pay.
    weather.next(calls.end, 'hangs-before')
    await payments.release(reference)
    await ledger.cancel(reference)
    const { id } = await till.pay(clientSecret)
    await till.webhooks()
    expect((await till.payment(id)).state).toBe('refund_due')
    return { reference, id }
  }

  test('for something cancelled goes back at the next sweep, once', async () => {
    const { reference, id } = await late()
    await payments.sweep()
    await payments.sweep()
    await till.webhooks()
    expect(await refundsOf(id)).toBe(1999)
    expect(await till.payment(id)).toMatchObject({ state: 'refunded' })
    expect(await ledger.see(reference)).toMatchObject({ state: 'cancelled', refunds: 1 })
  })

  test('goes back once when the provider hangs after giving it back', async () => {
    const { reference, id } = await late()
    weather.webhookCopies = 0
    weather.next(calls.giveBack, 'hangs-after')
    await payments.sweep()
    expect((await till.payment(id)).state).toBe('refund_due')
    await payments.sweep()
    await till.webhooks()
    weather.webhookCopies = 1
    expect(await refundsOf(id)).toBe(1999)
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1 })
  })

  test('goes back in spite of an error that the provider would repeat for ever', async () => {
    const { id } = await late()
    weather.next(calls.giveBack, 'error')
    await payments.sweep()
    expect(await refundsOf(id)).toBe(0)
    await payments.sweep()
    expect(await refundsOf(id)).toBe(1999)
  })

  test('goes back once when several servers sweep at the same moment', async () => {
    const { reference, id } = await late()
    await Promise.all([payments.sweep(), payments.sweep(), payments.sweep()])
    await till.webhooks()
    expect(await refundsOf(id)).toBe(1999)
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1 })
  })
})

describe('the shop gives a payment back', () => {
  async function paid() {
    const { reference, clientSecret } = await begun(3300)
    const { id } = await till.pay(clientSecret)
    await payments.settle(id)
    return { reference, id }
  }

  test('wholly and once, however often it is asked', async () => {
    const { reference, id } = await paid()
    const outcomes = await Promise.all([payments.refund(reference), payments.refund(reference)])
    expect(outcomes.sort()).toEqual(['nothing-to-refund', 'refunded'])
    expect(await payments.refund(reference)).toBe('nothing-to-refund')
    expect(await refundsOf(id)).toBe(3300)
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1 })
  })

  test('later, when the provider is down now', async () => {
    const { reference, id } = await paid()
    weather.next(calls.giveBack, 'hangs-before')
    expect(await payments.refund(reference)).toBe('refunding')
    await payments.sweep()
    expect(await refundsOf(id)).toBe(3300)
  })

  test('not where nothing was paid', async () => {
    const { reference } = await begun()
    expect(await payments.refund(reference)).toBe('nothing-to-refund')
  })

  test('by hand at the provider: the books follow', async () => {
    const { reference, id } = await paid()
    await till.provider('POST', '/v1/refunds', { payment_intent: id })
    await till.webhooks()
    expect((await till.payment(id)).state).toBe('refunded')
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1 })
  })

  test('partly by hand: it still counts as paid', async () => {
    const { id } = await paid()
    await till.provider('POST', '/v1/refunds', { payment_intent: id, amount: '100' })
    await till.webhooks()
    expect((await till.payment(id)).state).toBe('applied')
  })
})

describe('around a cancellation', () => {
  test('what is open is ended, so that a late card is refused', async () => {
    const { reference, clientSecret } = await begun()
    await payments.release(reference)
    await ledger.cancel(reference)
    expect((await till.pay(clientSecret)).status).toBe(400)
  })

  test('what turns out to be paid is settled', async () => {
    const { reference, clientSecret } = await begun()
    weather.webhookCopies = 0
    await till.pay(clientSecret)
    await till.webhooks()
    weather.webhookCopies = 1
    await payments.release(reference)
    expect(await ledger.see(reference)).toMatchObject({ state: 'paid' })
    expect(await ledger.cancel(reference)).toBe(false)
  })

  test('a provider that is down does not keep anyone waiting for long', async () => {
    const { reference } = await begun()
    weather.next(calls.end, 'hangs-before')
    const before = Date.now()
    await payments.release(reference)
    expect(Date.now() - before).toBeLessThan(4000)
  })
})
