import type { OrderRow, ParcelRow, PurchaseRow } from '~/database/tables.ts'
import { priceOfWay } from '../rates.ts'
import type { Scenario } from '../scenario.ts'
import type { Books, Report } from './read.ts'
import { goodsOf, priceOf, sum } from './read.ts'

/** Nothing is sent unpaid, orders show where they are, and what costs nothing is brought for nothing. */
export function parcelsAreConsistent(
  { deliveryFee }: Scenario,
  { orders, purchases, parcels, parcelLines, returns }: Books,
  report: Report,
) {
  for (const purchase of purchases) {
    const all = orders.filter(({ purchase_id }) => purchase_id === purchase.id)
    if (all.length === 0) report(`parcels: ${purchase.id} is without an order`)
    if (all.some(({ customer_id }) => customer_id !== purchase.customer_id))
      report(`parcels: ${purchase.id} has an order of another customer`)
    const own = all.filter(({ state }) => state !== 'cancelled')
    const ownParcels = parcels.filter(({ purchase_id }) => purchase_id === purchase.id)
    const state = leastOf(ownParcels)
    if (purchase.delivery_state !== state)
      report(`parcels: ${purchase.id} shows ${purchase.delivery_state}, its parcels are ${state}`)
    for (const order of own) {
      const holding = ownParcels.filter(({ id }) =>
        parcelLines.some((line) => line.parcel_id === id && line.order_id === order.id),
      )
      const shown = leastOf(holding) ?? state
      if (order.delivery_state !== shown)
        report(`parcels: ${order.id} shows ${order.delivery_state}, is ${shown}`)
      if (purchase.packed_at && order.state === 'unpaid' && order.price_cents > 0)
        report(`parcels: ${order.id} is packed unpaid`)
    }
    piecesAreInParcels(ownParcels, all, { parcelLines, returns }, report)
    if (purchase.delivery) decidedFeeIsRight(purchase, all, own, report)
    else feeIsRight(purchase, own, Math.round(deliveryFee * 100), report)
    freeIsHeldForGood(all, report)
  }
}

const inOrderOfSteps = ['needs_address', 'to_pack', 'packed', 'shipped', 'delivered'] as const

const leastOf = (parcels: ParcelRow[]) =>
  inOrderOfSteps.find((step) => parcels.some(({ state }) => state === step)) ?? null

/** What is to be sent is in parcels, no piece is in two, and nothing is packed that is not there. */
function piecesAreInParcels(
  parcels: ParcelRow[],
  orders: OrderRow[],
  { parcelLines, returns }: Pick<Books, 'parcelLines' | 'returns'>,
  report: Report,
) {
  const isToPack = ({ state }: ParcelRow) => state === 'needs_address' || state === 'to_pack'
  for (const { id } of parcels)
    if (!parcelLines.some(({ parcel_id }) => parcel_id === id)) report(`parcels: ${id} is empty`)
  for (const order of orders) {
    const inside = (some: ParcelRow[]) =>
      sum(
        parcelLines
          .filter((line) => line.order_id === order.id && some.some(({ id }) => id === line.parcel_id))
          .map(({ quantity }) => quantity),
      )
    const left =
      order.state === 'cancelled'
        ? 0
        : Math.min(
            order.quantity - order.refunded_quantity - order.returned_quantity,
            order.quantity - order.restocked_quantity,
          )
    const back = sum(
      returns.filter((row) => row.order_id === order.id && row.received_at).map(({ quantity }) => quantity),
    )
    const toPack = inside(parcels.filter(isToPack))
    const packed = inside(parcels) - toPack
    const about = `${order.id} of ${order.quantity}, of which ${left} are left and ${back} came back`
    if (toPack + packed > order.quantity)
      report(`parcels: ${toPack} to pack and ${packed} packed of ${about}`)
    if (toPack > left) report(`parcels: ${toPack} to pack of ${about}`)
    if (parcels.length > 0 && parcels.every(isToPack) && toPack !== left)
      report(`parcels: ${toPack} to pack of ${about}, and none is packed`)
    if (parcels.some(isToPack) && toPack + packed < left)
      report(`parcels: ${toPack} to pack and ${packed} packed of ${about}: some are forgotten`)
  }
}

const discountOf = (orders: OrderRow[]) => sum(orders.map(({ discount_cents }) => discount_cents))

/** As long as it is unpaid, of what is left of it; then of what was paid. */
function feeIsRight({ id, fee_cents }: PurchaseRow, own: OrderRow[], deliveryFee: number, report: Report) {
  if (own.length === 0) return
  const goods = goodsOf(own)
  // By the price tags; what a code has made free is brought for nothing.
  const fee = goods > 0 && goods + discountOf(own) <= 100_00 ? deliveryFee : 0
  if (fee_cents !== fee) report(`fees: ${id} of ${goods} has ${fee_cents} for delivery instead of ${fee}`)
  const isUnpaid = own.some(({ state }) => state === 'unpaid')
  const due = priceOf(own) + fee
  if (isUnpaid && due > 0 && due < 50) report(`fees: ${id} has ${due} cents left, which no card can pay`)
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
      orders.map((order) => ({
        cents: goodsOf([order]) + order.discount_cents,
        grams: order.weight_grams,
        quantity: order.quantity,
        ships: order.ships,
      })),
    )
  const cancelled = all.filter((order) => !own.includes(order))
  const possible = subsetsOf(cancelled).map((some) => price([...own, ...some]))
  if (goodsOf(own) === 0) possible.push(0)
  if (!possible.includes(fee_cents))
    report(`fees: ${id} pays ${fee_cents} for delivery instead of ${possible.join(' or ')}`)
  const ofRest = goodsOf(own) === 0 ? 0 : (price(own) ?? 0)
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

const backward = ['packed > to_pack', 'shipped > packed', 'delivered > shipped']
const always = ['needs_address > to_pack', ...backward, 'shipped > delivered']
const allowedSteps = new Set([
  ...always.flatMap((step) => [step, `${step}, disputed`]),
  'to_pack > packed',
  'packed > shipped',
])

/**
 * Step by step; a payment moves no parcel that is on its way, and nothing is sent without an address, or while the bank may
 * take the money.
 */
export function parcelsMoveAsAllowed({ history }: Books, report: Report) {
  for (const { id, subject, step } of history) {
    if (subject === 'parcels' && !allowedSteps.has(step)) report(`steps: the parcel ${id} went ${step}`)
    if (subject === 'purchases' && step !== 'paid at none') report(`steps: ${id} was ${step}`)
  }
}
