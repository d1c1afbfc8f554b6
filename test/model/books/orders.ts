import type { TestShop } from '../../shop.ts'
import type { Scenario } from '../scenario.ts'
import type { Books, Report } from './read.ts'
import { priceOf, sum } from './read.ts'

/** What was confirmed survives every crash unchanged; nothing exists that nobody requested. */
export function confirmationsHold(
  { orders: known, unanswered }: Scenario,
  { orders, keys, refunds, takenOut }: Books,
  report: Report,
) {
  const byId = new Map(orders.map((row) => [row.id, row]))
  for (const { id, confirmed } of known) {
    const row = byId.get(id)
    if (!row) {
      report(`confirmed: ${id} is lost`)
      continue
    }
    if (confirmed.has('cancelled') && row.state !== 'cancelled')
      report(`confirmed: ${id} was cancelled, yet it is ${row.state}`)
    if (confirmed.has('paid') && !['paid', 'refunded'].includes(row.state) && !takenOut.has(id))
      report(`confirmed: ${id} was paid, yet it is ${row.state}`)
    // One that did not arrive is shown to admins.
    const isInTrouble = refunds.some(
      ({ transaction_id, state }) => transaction_id === row.transaction_id && state !== 'succeeded',
    )
    if (confirmed.has('refunded') && row.price_cents > 0 && row.state !== 'refunded' && !isInTrouble)
      report(`confirmed: ${id} was refunded, yet it is ${row.state}, ${row.refund_state}`)
  }
  const more = orders.length - known.length
  if (more > unanswered.orders)
    report(`confirmed: ${more} orders more than were confirmed, ${unanswered.orders} unanswered`)
  if (new Set(keys.map((row) => row.order_id)).size !== keys.length)
    report('confirmed: two keys have one order')
}

const allowedSteps = [
  'unpaid > paid',
  'unpaid > cancelled',
  'paid > refunded',
  'refunded > paid',
  // What cost nothing and was taken out of its parcel.
  'paid > cancelled',
]

/** No other step, and no change of the price. */
export function ordersMoveAsAllowed({ history, orders, takenOut }: Books, report: Report) {
  for (const { id, price_cents } of orders)
    if (takenOut.has(id) && price_cents > 0) report(`steps: ${id} is paid for and was taken out`)
  for (const { id, subject, step } of history)
    if (subject === 'orders' && !allowedSteps.includes(step)) report(`steps: the order ${id} went ${step}`)
}

/** No customer keeps more from others without payment than the limits say; what costs nothing is not counted. */
export function unpaidLimitsHold({ config }: TestShop, { orders }: Books, report: Report) {
  const unpaid = orders.filter(({ state, price_cents }) => state === 'unpaid' && price_cents > 0)
  for (const customer of new Set(unpaid.map(({ customer_id }) => customer_id))) {
    const own = unpaid.filter(({ customer_id }) => customer_id === customer)
    const purchases = new Set(own.map(({ purchase_id }) => purchase_id)).size
    const pieces = sum(own.map(({ quantity }) => quantity))
    if (purchases > config.mostUnpaidOrders) report(`limit: ${customer} has ${purchases} unpaid purchases`)
    if (pieces > config.mostUnpaidPieces) report(`limit: ${customer} has ${pieces} unpaid pieces`)
    if (priceOf(own) > config.mostUnpaidCents) report(`limit: ${customer} has not paid ${priceOf(own)}`)
  }
}
