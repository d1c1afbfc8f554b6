import { expect, test } from 'vitest'
import type { Fault, FaultPlan } from '~/stand-ins/payments/fault-plan.ts'
import { isLongRun } from '~/test/long-run.ts'
import { openPaymentsHarness } from '~/test/payments-harness.ts'
import { randomFrom, seed } from '~/test/random.ts'

const buyers = isLongRun ? 200 : 60
const minCharges = buyers / 4
const concurrency = 20
const possibleFaults: Fault[] = [
  'hangs-before',
  'hangs-after',
  'breaks-before',
  'breaks-after',
  'error',
  'overload',
  'unauthorized',
]
const random = randomFrom(seed)
const chance = (share: number) => random() < share
const oneOf = <T>(list: T[]) => list[Math.floor(random() * list.length)]!
const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
  'pm_card_pendingRefund',
  'pm_card_createDispute',
]

/** Every eighth call fails; a third of the webhooks is lost, another third is delivered twice. */
const injection = { isOn: true }
const faults: FaultPlan = {
  faultFor: () => (injection.isOn && chance(0.12) ? oneOf(possibleFaults) : undefined),
  copies: () => (injection.isOn ? oneOf([0, 1, 2]) : 1),
}
const harness = await openPaymentsHarness({
  outside: { faults, retryPolicy: { timeoutMs: 500, retries: 0 } },
})
const { dues, payments } = harness

/** References that were confirmed to their buyer as paid: they must be paid in the end. */
const confirmed = new Set<string>()
const ignoreError = <T>(promise: Promise<T>) => promise.catch(() => undefined)

async function buy(n: number) {
  const owner = `buyer-${n % 40}`
  const amountCents = 500 + (n % 7) * 100
  const reference = await dues.add(owner, amountCents)
  const input = chance(0.2) ? { amountCents } : { reference, amountCents }
  for (let click = 0; click < 3; click++) {
    const started = await ignoreError(payments.start({ id: owner }, input))
    if (!started) continue
    const tabs = chance(0.2) ? 2 : 1
    const paid = await Promise.all(
      Array.from({ length: tabs }, () => ignoreError(harness.pay(started.clientSecret, oneOf(cards)))),
    )
    if (chance(0.25)) return // the browser dies
    if (chance(0.2)) await cancel(reference)
    const id = paid.find((response) => response?.status === 200)?.id
    if (!id) continue
    const outcome = await ignoreError(payments.settle(id, { reference, ownerId: owner }))
    if (outcome?.kind === 'applied') confirmed.add(reference)
    return
  }
  if (chance(0.3)) await cancel(reference)
}

async function cancel(reference: string) {
  await ignoreError(payments.cancelOpenIntents(reference))
  if (await dues.cancel(reference)) await ignoreError(payments.cancelOpenIntents(reference))
}

async function runBuyers() {
  let next = 0
  const worker = async () => {
    while (next < buyers) {
      await buy(next++)
      if (chance(0.05)) await ignoreError(payments.sweep())
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

test('under injected faults no cent is lost, and nothing is confirmed that is not so', {
  timeout: 240_000,
}, async () => {
  await runBuyers()
  injection.isOn = false
  for (let round = 0; round < 4; round++) {
    await harness.standIn.finishRefunds()
    harness.advanceMinutes(31)
    await payments.sweep()
  }
  await harness.deliverWebhooks()

  const rows = await dues.all()
  const { charges, charged, refunded } = await harness.totals()
  expect(charges.length, 'so few charges would prove nothing').toBeGreaterThan(minCharges)
  const paid = rows.filter((due) => due.state === 'paid')
  const isStuck = (charge: { disputed: boolean; payment_intent: string }) =>
    charge.disputed && !paid.some((due) => due.transaction_id === charge.payment_intent)
  const stuck = charges.filter(isStuck)
  expect(charged - refunded).toBe(
    [...paid.map((due) => due.amount_cents), ...stuck.map((charge) => charge.amount)].reduce(
      (a, b) => a + b,
      0,
    ),
  )
  for (const charge of charges) {
    const due = paid.find((row) => row.transaction_id === charge.payment_intent)
    // Every charge pays exactly one reference of that amount, or is refunded in full; disputed charges cannot be.
    expect(charge.amount_refunded).toBe(due || isStuck(charge) ? 0 : charge.amount)
    if (due) expect(charge.amount).toBe(due.amount_cents)
  }
  for (const reference of confirmed) expect((await dues.get(reference)).state).toBe('paid')
  const undecided = await harness.db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'refund_due')
    .execute()
  expect(undecided.map((payment) => payment.transaction_id).sort()).toEqual(
    stuck.map((charge) => charge.payment_intent).sort(),
  )
  for (const { payment_intent } of stuck)
    expect(await harness.refunds(payment_intent)).toMatchObject([{ state: 'refused' }])
  console.log(`${charges.length} charges, ${paid.length} paid, ${charges.length - paid.length} refunded`)
})
