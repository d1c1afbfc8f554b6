import { describe, expect, test } from 'vitest'
import { calls } from '~/test/fault-plan.ts'
import { openPaymentsHarness } from '~/test/payments-harness.ts'

const harness = await openPaymentsHarness()
const { dues, payments, faults } = harness

async function startPayment(amountCents = 1999) {
  const reference = await dues.add('ada', amountCents)
  const { clientSecret } = await payments.start({ id: 'ada' }, { reference })
  return { reference, clientSecret }
}
const refundsOf = async (id: string) => {
  const { charges } = await harness.totals()
  return charges.find((charge) => charge.payment_intent === id).amount_refunded
}

describe('a late payment', () => {
  async function late() {
    const { reference, clientSecret } = await startPayment()
    // The provider cannot be reached while the order is cancelled, so the buyer can still pay.
    faults.failNext(calls.cancelIntent, 'hangs-before')
    await payments.cancelOpenIntents(reference)
    await dues.cancel(reference)
    const { id } = await harness.pay(clientSecret)
    await harness.deliverWebhooks()
    expect((await harness.payment(id)).state).toBe('refund_due')
    return { reference, id }
  }

  test('for something cancelled is refunded at the next sweep, once', async () => {
    const { reference, id } = await late()
    await payments.sweep()
    await payments.sweep()
    await harness.deliverWebhooks()
    expect(await refundsOf(id)).toBe(1999)
    expect(await harness.payment(id)).toMatchObject({ state: 'refunded' })
    expect(await dues.get(reference)).toMatchObject({ state: 'cancelled', refunds: 1 })
  })

  test('is refunded once when the provider hangs after making the refund', async () => {
    const { reference, id } = await late()
    faults.webhookCopies = 0
    faults.failNext(calls.createRefund, 'hangs-after')
    await payments.sweep()
    expect((await harness.payment(id)).state).toBe('refund_due')
    await payments.sweep()
    await harness.deliverWebhooks()
    faults.webhookCopies = 1
    expect(await refundsOf(id)).toBe(1999)
    expect(await dues.get(reference)).toMatchObject({ refunds: 1 })
  })

  test('is refunded in spite of an error that the provider repeats for the same key', async () => {
    const { id } = await late()
    faults.failNext(calls.createRefund, 'error')
    await payments.sweep()
    expect(await refundsOf(id)).toBe(0)
    await payments.sweep()
    expect(await refundsOf(id)).toBe(1999)
  })

  test('is refunded once when several servers sweep at the same moment', async () => {
    const { reference, id } = await late()
    await Promise.all([payments.sweep(), payments.sweep(), payments.sweep()])
    await harness.deliverWebhooks()
    expect(await refundsOf(id)).toBe(1999)
    expect(await dues.get(reference)).toMatchObject({ refunds: 1 })
  })
})

async function paid(card?: string) {
  const { reference, clientSecret } = await startPayment(3300)
  const { id } = await harness.pay(clientSecret, card)
  await payments.settle(id)
  return { reference, id }
}
const byHand = (id: string, amount?: number) =>
  harness.callProvider('POST', '/v1/refunds', {
    payment_intent: id,
    ...(amount && { amount: String(amount) }),
  })

describe('a payment is refunded', () => {
  test('in full and once, however often it is requested', async () => {
    const { reference, id } = await paid()
    const outcomes = await Promise.all([payments.refund(reference), payments.refund(reference)])
    const states = outcomes.map(({ state }) => state)
    expect(states.sort()).toEqual(['nothing-to-refund', 'succeeded'])
    expect(await payments.refund(reference)).toEqual({ state: 'nothing-to-refund' })
    expect(await refundsOf(id)).toBe(3300)
    expect(await dues.get(reference)).toMatchObject({ refunds: 1 })
  })

  test('later, when the provider is down now', async () => {
    const { reference, id } = await paid()
    faults.failNext(calls.createRefund, 'hangs-before')
    expect(await payments.refund(reference)).toEqual({ state: 'requested' })
    await payments.sweep()
    expect(await refundsOf(id)).toBe(3300)
  })

  test('not where nothing was paid', async () => {
    const { reference } = await startPayment()
    expect(await payments.refund(reference)).toEqual({ state: 'nothing-to-refund' })
  })

  test('by hand at the provider: the shop stores it', async () => {
    const { reference, id } = await paid()
    await harness.callProvider('POST', '/v1/refunds', { payment_intent: id })
    await harness.deliverWebhooks()
    expect((await harness.payment(id)).state).toBe('refunded')
    expect(await dues.get(reference)).toMatchObject({ refunds: 1 })
  })

  test('partly by hand: it still counts as paid, is stored once, and only the rest can be refunded', async () => {
    const { reference, id } = await paid()
    await byHand(id, 100)
    faults.webhookCopies = 2
    await harness.deliverWebhooks()
    faults.webhookCopies = 1
    expect((await harness.payment(id)).state).toBe('applied')
    expect(await harness.refunds(id)).toMatchObject([
      { state: 'succeeded', made_by: 'provider', amount_cents: 100, reason: 'by hand at the provider' },
    ])
    expect(await payments.refund(reference)).toEqual({ state: 'succeeded' })
    expect(await harness.refunds(id)).toMatchObject([{ amount_cents: 100 }, { amount_cents: 3200 }])
    expect(await harness.payment(id)).toMatchObject({ state: 'refunded' })
    expect(await refundsOf(id)).toBe(3300)
  })

  test('by hand, without a webhook: the sweep finds it', async () => {
    faults.webhookCopies = 0
    const { reference, id } = await paid()
    await byHand(id)
    await harness.deliverWebhooks()
    faults.webhookCopies = 1
    await payments.sweep()
    expect((await harness.payment(id)).state).toBe('refunded')
    expect(await dues.get(reference)).toMatchObject({ refunds: 1, refund_state: 'succeeded' })
  })

  test('by hand before the shop knew that it was paid', async () => {
    faults.webhookCopies = 0
    const { clientSecret } = await startPayment(3300)
    const { id } = await harness.pay(clientSecret)
    await byHand(id)
    await harness.deliverWebhooks()
    faults.webhookCopies = 1
    await payments.settle(id)
    expect((await harness.payment(id)).state).toBe('refunded')
  })

  test('with its id in the metadata; a retry reads the list of the provider first', async () => {
    // Later than what the sweep reads of the list of all refunds: only a look at those of this payment finds it.
    harness.advanceMinutes(180)
    await payments.sweep()
    const { reference, id } = await paid()
    faults.webhookCopies = 0
    faults.failNext(calls.createRefund, 'hangs-after')
    expect(await payments.refund(reference)).toEqual({ state: 'requested' })
    const [row] = await harness.refunds(id)
    const { body } = await harness.callProvider('GET', `/v1/refunds?payment_intent=${id}`)
    expect(body.data).toMatchObject([{ metadata: { refund: row!.id }, amount: 3300 }])
    const callsBefore = faults.calls.length
    await payments.sweep()
    faults.webhookCopies = 1
    expect(faults.calls.slice(callsBefore).filter((call) => calls.createRefund.test(call))).toEqual([])
    expect(await harness.refunds(id)).toMatchObject([
      { state: 'succeeded', provider_refund_id: body.data[0].id },
    ])
  })
})

test('a refund whose answer was lost is stored as it was sent, though less was left of the payment meanwhile', async () => {
  const { reference, clientSecret } = await startPayment(3300)
  const { id } = await harness.pay(clientSecret)
  await payments.settle(id)
  faults.webhookCopies = 0
  faults.failNext(calls.createRefund, 'hangs-after')
  expect(await payments.refund(reference)).toEqual({ state: 'requested' })
  // As when the bank takes back some of it before the provider's list is read.
  await harness.db
    .updateTable('refunds')
    .set({ amount_cents: 1300, attempt: 1 })
    .where('transaction_id', '=', id)
    .execute()
  await payments.sweep()
  faults.webhookCopies = 1
  expect(await refundsOf(id)).toBe(3300)
  expect(await harness.refunds(id)).toMatchObject([{ state: 'succeeded', amount_cents: 3300 }])
})

describe('a refund that does not go through', () => {
  test('is refused for good: the others go on, admins read why, and it is tried again later', async () => {
    faults.webhookCopies = 0
    const disputed = []
    for (let n = 0; n < 4; n++) disputed.push(await paid('pm_card_createDispute'))
    for (const { reference } of disputed) {
      const { state, reason } = await payments.refund(reference)
      expect([state, reason]).toEqual(['refused', expect.stringContaining('charged back')])
    }
    const late = await startPayment()
    faults.failNext(calls.cancelIntent, 'hangs-before')
    await payments.cancelOpenIntents(late.reference)
    await dues.cancel(late.reference)
    const { id } = await harness.pay(late.clientSecret)
    await payments.settle(id)
    harness.advanceMinutes(60)
    await payments.sweep()
    expect(await refundsOf(id)).toBe(1999)
    for (const { reference, id: stuck } of disputed) {
      expect(await harness.payment(stuck)).toMatchObject({ state: 'refund_due' })
      expect(await harness.refunds(stuck)).toMatchObject([{ state: 'refused', attempt: 2 }])
      expect(await dues.get(reference)).toMatchObject({
        refunds: 0,
        refund_state: 'refused',
        refund_reason: expect.stringContaining('charged back'),
      })
    }
    faults.webhookCopies = 1
  })

  test('is postponed: each round begins with others, though the provider fails on the first', async () => {
    faults.webhookCopies = 0
    const waiting = []
    for (let n = 0; n < 4; n++) {
      const { reference, id } = await paid()
      faults.failNext(calls.createRefund, 'overload')
      expect(await payments.refund(reference)).toEqual({ state: 'requested' })
      waiting.push(id)
    }
    faults.failNext(calls.createRefund, 'overload', 'overload', 'overload')
    await payments.sweep()
    const { transaction_id: next } = await harness.db
      .selectFrom('refunds')
      .select('transaction_id')
      .where('state', '=', 'requested')
      .orderBy('due_at')
      .executeTakeFirstOrThrow()
    expect(next).toBe(waiting.at(-1))
    await payments.sweep()
    for (const id of waiting) expect(await refundsOf(id)).toBe(3300)
    faults.webhookCopies = 1
  })

  test('is refused, then made by hand: it is stored once, and nothing is requested any more', async () => {
    const { reference, id } = await paid()
    faults.failNext(calls.createRefund, 'overload')
    await payments.refund(reference)
    await byHand(id)
    await harness.deliverWebhooks()
    expect(await harness.refunds(id)).toMatchObject([{ state: 'succeeded', made_by: 'provider' }])
    harness.advanceMinutes(60)
    await payments.sweep()
    expect(await refundsOf(id)).toBe(3300)
    expect(await dues.get(reference)).toMatchObject({ refunds: 1 })
  })

  test('is refused, then made by hand in parts: ours is deleted', async () => {
    const { reference, id } = await paid()
    faults.failNext(calls.createRefund, 'overload')
    await payments.refund(reference)
    await byHand(id, 1300)
    await harness.deliverWebhooks()
    expect(await harness.refunds(id)).toMatchObject([
      { state: 'requested', amount_cents: 2000 },
      { state: 'succeeded', amount_cents: 1300 },
    ])
    await byHand(id, 1500)
    await harness.deliverWebhooks()
    harness.advanceMinutes(60)
    await payments.sweep()
    expect(await refundsOf(id)).toBe(3300)
    expect(await harness.payment(id)).toMatchObject({ state: 'refunded' })
  })

  test('is pending at the provider: it has gone back only once the money has arrived', async () => {
    const { reference, id } = await paid('pm_card_pendingRefund')
    expect(await payments.refund(reference)).toEqual({ state: 'pending', reason: 'processing' })
    await harness.deliverWebhooks()
    expect(await harness.payment(id)).toMatchObject({ state: 'refund_due' })
    expect(await dues.get(reference)).toMatchObject({ refunds: 0, refund_state: 'pending' })
    await harness.standIn.finishRefunds()
    expect(await harness.payment(id)).toMatchObject({ state: 'refunded' })
    expect(await dues.get(reference)).toMatchObject({ refunds: 1, refund_state: 'succeeded' })
  })

  test('is pending and no webhook reports its end: the sweep asks', async () => {
    const { reference, id } = await paid('pm_card_pendingRefund')
    await payments.refund(reference)
    faults.webhookCopies = 0
    await harness.standIn.finishRefunds()
    faults.webhookCopies = 1
    harness.advanceMinutes(31)
    await payments.sweep()
    expect(await harness.payment(id)).toMatchObject({ state: 'refunded' })
  })

  test.each([1, 0])(
    'bounces after it had succeeded (webhooks: %i): it is due again, and an admin may try again',
    async (notices) => {
      const { reference, id } = await paid('pm_card_refundFail')
      expect(await payments.refund(reference)).toEqual({ state: 'succeeded' })
      expect(await dues.get(reference)).toMatchObject({ refunds: 1 })
      faults.webhookCopies = notices
      await harness.standIn.finishRefunds()
      faults.webhookCopies = 1
      harness.advanceMinutes(25 * 60)
      await payments.sweep()
      expect(await harness.payment(id)).toMatchObject({ state: 'refund_due' })
      expect(await dues.get(reference)).toMatchObject({
        refunds: 0,
        refund_state: 'failed',
        refund_reason: 'expired_or_canceled_card',
      })
      const [failed] = await harness.refunds(id)
      expect(await payments.retryRefund(failed!.id)).toEqual({ state: 'succeeded' })
      expect(await payments.retryRefund(failed!.id)).toEqual({ state: 'nothing-to-refund' })
      expect(await harness.refunds(id)).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }])
      expect(await harness.payment(id)).toMatchObject({ state: 'refunded' })
      expect(await refundsOf(id)).toBe(3300)
    },
  )

  test('is closed by an admin: it is not sent again', async () => {
    const { reference, id } = await paid('pm_card_createDispute')
    await payments.refund(reference)
    const [row] = await harness.refunds(id)
    expect(await Promise.all([payments.closeRefund(row!.id), payments.closeRefund(row!.id)])).toContain(false)
    harness.advanceMinutes(48 * 60)
    await payments.sweep()
    expect(await harness.refunds(id)).toMatchObject([{ state: 'refused', attempt: row!.attempt }])
    expect(await payments.retryRefund(row!.id)).toEqual({ state: 'nothing-to-refund' })
  })

  test('tells the customer who paid too late that the money is not on its way', async () => {
    const { reference, clientSecret } = await startPayment()
    faults.failNext(calls.cancelIntent, 'hangs-before')
    await payments.cancelOpenIntents(reference)
    await dues.cancel(reference)
    const { id } = await harness.pay(clientSecret, 'pm_card_createDispute')
    const settle = () => payments.settle(id, { reference, ownerId: 'ada' })
    expect(await settle()).toEqual({ kind: 'refunding', reference })
    await payments.sweep()
    expect(await settle()).toEqual({ kind: 'stuck', reference })
  })
})

describe('around a cancellation', () => {
  test('open intents are cancelled, so that a late card is refused', async () => {
    const { reference, clientSecret } = await startPayment()
    await payments.cancelOpenIntents(reference)
    await dues.cancel(reference)
    expect((await harness.pay(clientSecret)).status).toBe(400)
  })

  test('what turns out to be paid is settled', async () => {
    const { reference, clientSecret } = await startPayment()
    faults.webhookCopies = 0
    await harness.pay(clientSecret)
    await harness.deliverWebhooks()
    faults.webhookCopies = 1
    await payments.cancelOpenIntents(reference)
    expect(await dues.get(reference)).toMatchObject({ state: 'paid' })
    expect(await dues.cancel(reference)).toBe(false)
  })

  test('a provider that is down does not keep anyone waiting for long', async () => {
    const { reference } = await startPayment()
    faults.failNext(calls.cancelIntent, 'hangs-before')
    const before = Date.now()
    await payments.cancelOpenIntents(reference)
    // Three seconds; other calls wait six, and once more.
    expect(Date.now() - before).toBeLessThan(6000)
  })
})
