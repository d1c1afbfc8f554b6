import { describe, expect, test } from 'vitest'
import { calls } from '~/test/fault-plan.ts'
import { aTill } from '~/test/payments-harness.ts'

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

async function paid(card?: string) {
  const { reference, clientSecret } = await begun(3300)
  const { id } = await till.pay(clientSecret, card)
  await payments.settle(id)
  return { reference, id }
}
const byHand = (id: string, amount?: number) =>
  till.provider('POST', '/v1/refunds', { payment_intent: id, ...(amount && { amount: String(amount) }) })

describe('the shop gives a payment back', () => {
  test('wholly and once, however often it is asked', async () => {
    const { reference, id } = await paid()
    const outcomes = await Promise.all([payments.refund(reference), payments.refund(reference)])
    const states = outcomes.map(({ state }) => state)
    expect(states.sort()).toEqual(['nothing-to-refund', 'succeeded'])
    expect(await payments.refund(reference)).toEqual({ state: 'nothing-to-refund' })
    expect(await refundsOf(id)).toBe(3300)
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1 })
  })

  test('later, when the provider is down now', async () => {
    const { reference, id } = await paid()
    weather.next(calls.giveBack, 'hangs-before')
    expect(await payments.refund(reference)).toEqual({ state: 'requested' })
    await payments.sweep()
    expect(await refundsOf(id)).toBe(3300)
  })

  test('not where nothing was paid', async () => {
    const { reference } = await begun()
    expect(await payments.refund(reference)).toEqual({ state: 'nothing-to-refund' })
  })

  test('by hand at the provider: the books follow', async () => {
    const { reference, id } = await paid()
    await till.provider('POST', '/v1/refunds', { payment_intent: id })
    await till.webhooks()
    expect((await till.payment(id)).state).toBe('refunded')
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1 })
  })

  test('partly by hand: it still counts as paid, is booked once, and only the rest can be given back', async () => {
    const { reference, id } = await paid()
    await byHand(id, 100)
    weather.webhookCopies = 2
    await till.webhooks()
    weather.webhookCopies = 1
    expect((await till.payment(id)).state).toBe('applied')
    expect(await till.refunds(id)).toMatchObject([
      { state: 'succeeded', made_by: 'provider', amount_cents: 100, reason: 'by hand at the provider' },
    ])
    expect(await payments.refund(reference)).toEqual({ state: 'succeeded' })
    expect(await till.refunds(id)).toMatchObject([{ amount_cents: 100 }, { amount_cents: 3200 }])
    expect(await till.payment(id)).toMatchObject({ state: 'refunded' })
    expect(await refundsOf(id)).toBe(3300)
  })

  test('by hand, without a notice of it: the sweep finds it', async () => {
    weather.webhookCopies = 0
    const { reference, id } = await paid()
    await byHand(id)
    await till.webhooks()
    weather.webhookCopies = 1
    await payments.sweep()
    expect((await till.payment(id)).state).toBe('refunded')
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1, refund_state: 'succeeded' })
  })

  test('by hand before the shop knew that it was paid', async () => {
    weather.webhookCopies = 0
    const { clientSecret } = await begun(3300)
    const { id } = await till.pay(clientSecret)
    await byHand(id)
    await till.webhooks()
    weather.webhookCopies = 1
    await payments.settle(id)
    expect((await till.payment(id)).state).toBe('refunded')
  })

  test('with its own mark at the provider, and asks for the list before it tries again', async () => {
    // Later than what the sweep reads of the list of all refunds: only a look at those of this payment finds it.
    till.wait(180)
    await payments.sweep()
    const { reference, id } = await paid()
    weather.webhookCopies = 0
    weather.next(calls.giveBack, 'hangs-after')
    expect(await payments.refund(reference)).toEqual({ state: 'requested' })
    const [row] = await till.refunds(id)
    const { body } = await till.provider('GET', `/v1/refunds?payment_intent=${id}`)
    expect(body.data).toMatchObject([{ metadata: { refund: row!.id }, amount: 3300 }])
    const asked = weather.calls.length
    await payments.sweep()
    weather.webhookCopies = 1
    expect(weather.calls.slice(asked).filter((call) => calls.giveBack.test(call))).toEqual([])
    expect(await till.refunds(id)).toMatchObject([
      { state: 'succeeded', provider_refund_id: body.data[0].id },
    ])
  })
})

describe('a refund that does not go through', () => {
  test('is refused for good: the others go on, admins read why, and it is tried again later', async () => {
    weather.webhookCopies = 0
    const disputed = []
    for (let n = 0; n < 4; n++) disputed.push(await paid('pm_card_createDispute'))
    for (const { reference } of disputed) {
      const { state, reason } = await payments.refund(reference)
      expect([state, reason]).toEqual(['refused', expect.stringContaining('charged back')])
    }
    const late = await begun()
    weather.next(calls.end, 'hangs-before')
    await payments.release(late.reference)
    await ledger.cancel(late.reference)
    const { id } = await till.pay(late.clientSecret)
    await payments.settle(id)
    till.wait(60)
    await payments.sweep()
    expect(await refundsOf(id)).toBe(1999)
    for (const { reference, id: stuck } of disputed) {
      expect(await till.payment(stuck)).toMatchObject({ state: 'refund_due' })
      expect(await till.refunds(stuck)).toMatchObject([{ state: 'refused', attempt: 2 }])
      expect(await ledger.see(reference)).toMatchObject({
        refunds: 0,
        refund_state: 'refused',
        refund_reason: expect.stringContaining('charged back'),
      })
    }
    weather.webhookCopies = 1
  })

  test('waits its turn: each round begins with others, though the provider stumbles over the first', async () => {
    weather.webhookCopies = 0
    const waiting = []
    for (let n = 0; n < 4; n++) {
      const { reference, id } = await paid()
      weather.next(calls.giveBack, 'overload')
      expect(await payments.refund(reference)).toEqual({ state: 'requested' })
      waiting.push(id)
    }
    weather.next(calls.giveBack, 'overload', 'overload', 'overload')
    await payments.sweep()
    const { transaction_id: next } = await till.db
      .selectFrom('refunds')
      .select('transaction_id')
      .where('state', '=', 'requested')
      .orderBy('due_at')
      .executeTakeFirstOrThrow()
    expect(next).toBe(waiting.at(-1))
    await payments.sweep()
    for (const id of waiting) expect(await refundsOf(id)).toBe(3300)
    weather.webhookCopies = 1
  })

  test('is refused, then made by hand: the books have it once, and nothing is asked for any more', async () => {
    const { reference, id } = await paid()
    weather.next(calls.giveBack, 'overload')
    await payments.refund(reference)
    await byHand(id)
    await till.webhooks()
    expect(await till.refunds(id)).toMatchObject([{ state: 'succeeded', made_by: 'provider' }])
    till.wait(60)
    await payments.sweep()
    expect(await refundsOf(id)).toBe(3300)
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1 })
  })

  test('is refused, then made by hand in parts: nothing is left of ours', async () => {
    const { reference, id } = await paid()
    weather.next(calls.giveBack, 'overload')
    await payments.refund(reference)
    await byHand(id, 1300)
    await till.webhooks()
    expect(await till.refunds(id)).toMatchObject([
      { state: 'requested', amount_cents: 2000 },
      { state: 'succeeded', amount_cents: 1300 },
    ])
    await byHand(id, 1500)
    await till.webhooks()
    till.wait(60)
    await payments.sweep()
    expect(await refundsOf(id)).toBe(3300)
    expect(await till.payment(id)).toMatchObject({ state: 'refunded' })
  })

  test('is pending at the provider: it has gone back only once the money has arrived', async () => {
    const { reference, id } = await paid('pm_card_pendingRefund')
    expect(await payments.refund(reference)).toEqual({ state: 'pending', reason: 'processing' })
    await till.webhooks()
    expect(await till.payment(id)).toMatchObject({ state: 'refund_due' })
    expect(await ledger.see(reference)).toMatchObject({ refunds: 0, refund_state: 'pending' })
    await till.standIn.finishRefunds()
    expect(await till.payment(id)).toMatchObject({ state: 'refunded' })
    expect(await ledger.see(reference)).toMatchObject({ refunds: 1, refund_state: 'succeeded' })
  })

  test('is pending and nobody tells of its end: the sweep asks', async () => {
    const { reference, id } = await paid('pm_card_pendingRefund')
    await payments.refund(reference)
    weather.webhookCopies = 0
    await till.standIn.finishRefunds()
    weather.webhookCopies = 1
    till.wait(31)
    await payments.sweep()
    expect(await till.payment(id)).toMatchObject({ state: 'refunded' })
  })

  test.each([1, 0])(
    'comes back after it had arrived (notices: %i): it is owed again, and an admin may try again',
    async (notices) => {
      const { reference, id } = await paid('pm_card_refundFail')
      expect(await payments.refund(reference)).toEqual({ state: 'succeeded' })
      expect(await ledger.see(reference)).toMatchObject({ refunds: 1 })
      weather.webhookCopies = notices
      await till.standIn.finishRefunds()
      weather.webhookCopies = 1
      till.wait(25 * 60)
      await payments.sweep()
      expect(await till.payment(id)).toMatchObject({ state: 'refund_due' })
      expect(await ledger.see(reference)).toMatchObject({
        refunds: 0,
        refund_state: 'failed',
        refund_reason: 'expired_or_canceled_card',
      })
      const [failed] = await till.refunds(id)
      expect(await payments.retryRefund(failed!.id)).toEqual({ state: 'succeeded' })
      expect(await payments.retryRefund(failed!.id)).toEqual({ state: 'nothing-to-refund' })
      expect(await till.refunds(id)).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }])
      expect(await till.payment(id)).toMatchObject({ state: 'refunded' })
      expect(await refundsOf(id)).toBe(3300)
    },
  )

  test('is settled otherwise: it is neither tried again nor in the way', async () => {
    const { reference, id } = await paid('pm_card_createDispute')
    await payments.refund(reference)
    const [row] = await till.refunds(id)
    expect(await Promise.all([payments.closeRefund(row!.id), payments.closeRefund(row!.id)])).toContain(false)
    till.wait(48 * 60)
    await payments.sweep()
    expect(await till.refunds(id)).toMatchObject([{ state: 'refused', attempt: row!.attempt }])
    expect(await payments.retryRefund(row!.id)).toEqual({ state: 'nothing-to-refund' })
  })

  test('tells whoever paid too late that the money is not on its way', async () => {
    const { reference, clientSecret } = await begun()
    weather.next(calls.end, 'hangs-before')
    await payments.release(reference)
    await ledger.cancel(reference)
    const { id } = await till.pay(clientSecret, 'pm_card_createDispute')
    const tell = () => payments.settle(id, { reference, ownerId: 'ada' })
    expect(await tell()).toEqual({ kind: 'refunding', reference })
    await payments.sweep()
    expect(await tell()).toEqual({ kind: 'stuck', reference })
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
