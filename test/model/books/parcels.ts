import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import { priceOfWay } from '../rates.ts'
import type { Scenario } from '../scenario.ts'
import type { Books, Report } from './read.ts'
import { priceOf } from './read.ts'

/** Nothing is sent unpaid, orders show where they are, and what costs nothing is brought for nothing. */
export function parcelsAreConsistent(
  { deliveryFee }: Scenario,
  { orders, purchases }: Books,
  report: Report,
) {
  for (const purchase of purchases) {
    const all = orders.filter(({ purchase_id }) => purchase_id === purchase.id)
    if (all.length === 0) report(`parcels: ${purchase.id} is without an order`)
    if (all.some(({ customer_id }) => customer_id !== purchase.customer_id))
      report(`parcels: ${purchase.id} has an order of another customer`)
    const own = all.filter(({ state }) => state !== 'cancelled')
    for (const order of own) {
      if (order.delivery_state !== purchase.delivery_state)
        report(`parcels: ${order.id} shows ${order.delivery_state}, is ${purchase.delivery_state}`)
      if (purchase.packed_at && order.state === 'unpaid' && order.price_cents > 0)
        report(`parcels: ${order.id} is packed unpaid`)
    }
    if (purchase.delivery) decidedFeeIsRight(purchase, all, own, report)
    else feeIsRight(purchase, own, Math.round(deliveryFee * 100), report)
    freeIsHeldForGood(all, report)
  }
}

/** As long as it is unpaid, of what is left of it; then of what was paid. */
function feeIsRight({ id, fee_cents }: PurchaseRow, own: OrderRow[], deliveryFee: number, report: Report) {
  if (own.length === 0) return
  const goods = priceOf(own)
  const fee = goods > 0 && goods <= 100_00 ? deliveryFee : 0
  if (fee_cents !== fee) report(`fees: ${id} of ${goods} has ${fee_cents} for delivery instead of ${fee}`)
  const isUnpaid = own.some(({ state }) => state === 'unpaid')
  if (isUnpaid && goods + fee > 0 && goods + fee < 50)
    report(`fees: ${id} has ${goods + fee} cents left, which no card can pay`)
}

/** By the terms that the purchase has copied, of all of its orders or of those that were left when it moved or shrank. */
function decidedFeeIsRight(
  { id, fee_cents, delivery }: PurchaseRow,
  all: OrderRow[],
  own: OrderRow[],
  report: Report,
) {
  if (own.length === 0) return
  const { terms } = JSON.parse(delivery!)
  const price = (orders: OrderRow[]) =>
    priceOfWay(
      terms,
      orders.map(({ price_cents, weight_grams, quantity, ships }) => ({
        cents: price_cents,
        grams: weight_grams,
        quantity,
        ships,
      })),
    )
  const cancelled = all.filter((order) => !own.includes(order))
  const possible = subsetsOf(cancelled).map((some) => price([...own, ...some]))
  if (priceOf(own) === 0) possible.push(0)
  if (!possible.includes(fee_cents))
    report(`fees: ${id} pays ${fee_cents} for delivery instead of ${possible.join(' or ')}`)
  const ofRest = price(own) ?? 0
  if (fee_cents < ofRest) report(`fees: ${id} pays ${fee_cents} where what is left of it costs ${ofRest}`)
}

function subsetsOf<T>(list: T[]): T[][] {
  const [first, ...others] = list
  if (first === undefined) return [[]]
  const without = subsetsOf(others)
  return [...without, ...without.map((some) => [first, ...some])]
}

/** What costs nothing ends only together with something that was not paid. */
function freeIsHeldForGood(all: OrderRow[], report: Report) {
  const ended = all.filter(({ cancelled_by }) => cancelled_by === 'expiry')
  for (const { id, price_cents, cancelled_at } of ended)
    if (price_cents === 0 && !ended.some((it) => it.price_cents > 0 && it.cancelled_at === cancelled_at))
      report(`free: ${id} costs nothing and has expired`)
  const own = all.filter(({ state }) => state !== 'cancelled')
  for (const { id, expires_at } of own)
    if (expires_at && priceOf(own) === 0) report(`free: ${id} costs nothing and will expire`)
}

const forward = ['none > needs_address', 'none > to_pack', 'needs_address > to_pack']
const sending = ['to_pack > packed', 'packed > shipped']
const backward = ['packed > to_pack', 'shipped > packed', 'delivered > shipped']
/** Nothing is left to be sent. */
const stopped = ['needs_address > none', 'to_pack > none', 'packed > none']
const always = [...forward, ...backward, ...stopped, 'shipped > delivered']
const allowedSteps = new Set([
  ...always.flatMap((step) => [step, `${step}, disputed`]),
  ...sending,
  'paid at none',
])

/**
 * Step by step; a payment moves no parcel that is on its way, and nothing is sent without an address, or while the bank may
 * take the money.
 */
export function parcelsMoveAsAllowed({ history }: Books, report: Report) {
  for (const { id, subject, step } of history)
    if (subject === 'purchases' && !allowedSteps.has(step)) report(`steps: the parcel ${id} went ${step}`)
}
