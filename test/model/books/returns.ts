import type { Books, Report } from './read.ts'
import { sum } from './read.ts'

/** No more pieces come back than went out, and an order shows how its last return stands. */
export function returnsAreConsistent(
  { returns, orders, purchases, refunds, refundLines }: Books,
  report: Report,
) {
  for (const order of orders) {
    const own = returns.filter((row) => row.order_id === order.id)
    const pieces = sum(own.filter((row) => row.received_at).map((row) => row.quantity))
    if (pieces > order.quantity) report(`returns: ${pieces} of ${order.quantity} came back of ${order.id}`)
    const asked = own.filter(({ withdrawal_id }) => !withdrawal_id)
    if (asked.filter(({ state }) => state === 'asked' || state === 'accepted').length > 1)
      report(`returns: two at once of ${order.id}`)
    if (order.return_state && !own.some(({ state }) => state === order.return_state))
      report(`returns: ${order.id} shows one that is ${order.return_state}`)
    const isPaid = purchases.find(({ id }) => id === order.purchase_id)?.paid_at
    if (own.length > 0 && !isPaid && order.price_cents > 0) report(`returns: ${order.id} is returned unpaid`)
  }
  for (const row of returns) {
    const lines = refundLines.filter((line) => line.refund_id === row.refund_id)
    const isRefunded = refunds.some(({ id }) => id === row.refund_id)
    if (isRefunded && (lines.length !== 1 || lines[0]!.order_id !== row.order_id))
      report(`returns: ${row.id} is refunded by ${JSON.stringify(lines)}`)
    if (row.refund_id && !row.received_at) report(`returns: ${row.id} is refunded and was never received`)
  }
}
