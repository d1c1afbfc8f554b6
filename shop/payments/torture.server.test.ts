import { expect, test } from 'vitest'
import type { FaultPlan, Trouble } from '~/stand-ins/payments/fault-plan.ts'
import { atLength } from '~/test/length.ts'
import { aTill } from '~/test/payments-harness.ts'
import { randomFrom, seed } from '~/test/random.ts'

const buyers = atLength ? 200 : 60
const fewestCharges = buyers / 4
const atOnce = 20
const troubles: Trouble[] = [
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

/** Every eighth call meets trouble; a third of the webhooks is lost, another third comes twice. */
const storm = { isOn: true }
const weather: FaultPlan = {
  trouble: () => (storm.isOn && chance(0.12) ? oneOf(troubles) : undefined),
  copies: () => (storm.isOn ? oneOf([0, 1, 2]) : 1),
}
const till = await aTill({ outside: { weather, patience: { timeoutMs: 500, retries: 0 } } })
const { ledger, payments } = till

/** What a buyer was told; whoever was told "paid" must have it. */
const told = new Map<string, 'paid'>()
const shrug = <T>(act: Promise<T>) => act.catch(() => undefined)

async function buy(n: number) {
  const owner = `buyer-${n % 40}`
  const amountCents = 500 + (n % 7) * 100
  const reference = await ledger.owe(owner, amountCents)
  const wish = chance(0.2) ? { amountCents } : { reference, amountCents }
  for (let click = 0; click < 3; click++) {
    const started = await shrug(payments.start({ id: owner }, wish))
    if (!started) continue
    const tabs = chance(0.2) ? 2 : 1
    const paid = await Promise.all(
      Array.from({ length: tabs }, () => shrug(till.pay(started.clientSecret, oneOf(cards)))),
    )
    if (chance(0.25)) return // the browser dies
    if (chance(0.2)) await cancel(reference)
    const id = paid.find((answer) => answer?.status === 200)?.id
    if (!id) continue
    const outcome = await shrug(payments.settle(id, { reference, ownerId: owner }))
    if (outcome?.kind === 'applied') told.set(reference, 'paid')
    return
  }
  if (chance(0.3)) await cancel(reference)
}

async function cancel(reference: string) {
  await shrug(payments.release(reference))
  if (await ledger.cancel(reference)) await shrug(payments.release(reference))
}

async function crowd() {
  let next = 0
  const queue = async () => {
    while (next < buyers) {
      await buy(next++)
      if (chance(0.05)) await shrug(payments.sweep())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, queue))
}

test('in a storm of faults no cent is lost, and nobody is told what is not so', {
  timeout: 240_000,
}, async () => {
  await crowd()
  storm.isOn = false
  for (let round = 0; round < 4; round++) {
    await till.standIn.finishRefunds()
    till.wait(31)
    await payments.sweep()
  }
  await till.webhooks()

  const dues = await ledger.all()
  const { charges, taken, returned } = await till.money()
  expect(charges.length, 'so few charges would prove nothing').toBeGreaterThan(fewestCharges)
  const paid = dues.filter((due) => due.state === 'paid')
  const isStuck = (charge: { disputed: boolean; payment_intent: string }) =>
    charge.disputed && !paid.some((due) => due.transaction_id === charge.payment_intent)
  const stuck = charges.filter(isStuck)
  expect(taken - returned).toBe(
    [...paid.map((due) => due.amount_cents), ...stuck.map((charge) => charge.amount)].reduce(
      (a, b) => a + b,
      0,
    ),
  )
  for (const charge of charges) {
    const due = paid.find((each) => each.transaction_id === charge.payment_intent)
    // Every charge is on exactly one thing of that amount, or wholly given back; what the bank has taken is refused.
    expect(charge.amount_refunded).toBe(due || isStuck(charge) ? 0 : charge.amount)
    if (due) expect(charge.amount).toBe(due.amount_cents)
  }
  for (const reference of told.keys()) expect((await ledger.see(reference)).state).toBe('paid')
  const undecided = await till.db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'refund_due')
    .execute()
  expect(undecided.map((payment) => payment.transaction_id).sort()).toEqual(
    stuck.map((charge) => charge.payment_intent).sort(),
  )
  for (const { payment_intent } of stuck)
    expect(await till.refunds(payment_intent)).toMatchObject([{ state: 'refused' }])
  console.log(`${charges.length} charges, ${paid.length} paid, ${charges.length - paid.length} given back`)
})
