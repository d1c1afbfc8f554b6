import { holdsNoMoney } from '~/shop/orders/rules.ts'
import type { Books, Report } from './read.ts'
import { sum } from './read.ts'

type Line = { orderId: string; quantity: number }

/**
 * What was stated is what happened: each piece is refunded from here or comes back by a return that nobody has to accept;
 * what is open is owed, and what is owed is open.
 */
export function withdrawalsAreConsistent(
  { withdrawals, returns, orders, purchases, refunds, refundLines, mailed }: Books,
  report: Report,
) {
  const keys = withdrawals.flatMap(({ customer_id, request_key }) =>
    request_key ? `${customer_id} ${request_key}` : [],
  )
  if (new Set(keys).size !== keys.length) report('withdrawals: a statement was stored twice')
  for (const row of withdrawals) {
    const { id, state, purchase_id } = row
    const lines: Line[] = JSON.parse(row.lines)
    const own = returns.filter(({ withdrawal_id }) => withdrawal_id === id)
    if (state === 'stated' || state === 'closed') {
      if (lines.length + own.length > 0) report(`withdrawals: ${id} is not confirmed and has happened`)
      continue
    }
    const purchase = purchases.find((it) => it.id === purchase_id)
    if (!purchase || purchase.customer_id !== row.customer_id)
      report(`withdrawals: ${id} is about ${purchase_id}`)
    const hasCustomer = orders.some((it) => it.purchase_id === purchase_id && it.email)
    if (hasCustomer && mailed.filter((event) => event === `withdrawal:${id}:declared`).length !== 1)
      report(`withdrawals: ${id} is not confirmed by a mail`)
    // What has left and what is still here of an order are two lines.
    for (const orderId of new Set(lines.map((line) => line.orderId))) {
      const ofOrder = lines.filter((line) => line.orderId === orderId)
      const quantity = sum(ofOrder.map((line) => line.quantity))
      const back = own.filter((it) => it.order_id === orderId)
      if (back.length > ofOrder.length) report(`withdrawals: ${id} has ${back.length} returns of ${orderId}`)
      const returned = sum(back.map((it) => it.quantity))
      if (row.refund_id ? returned > quantity : returned !== quantity)
        report(`withdrawals: of ${quantity} of ${orderId} in ${id}, ${returned} come back`)
    }
    if (own.some(({ state: at }) => at === 'asked' || at === 'declined'))
      report(`withdrawals: ${id} was asked for`)
    if (row.refund_id && !refundLines.some((line) => line.refund_id === row.refund_id)) {
      const refund = refunds.find((it) => it.id === row.refund_id)
      if (refund && !refund.closed_at) report(`withdrawals: the refund of ${id} is about nothing`)
    }
    const isOwed = own.some(
      ({ order_id, state: at }) =>
        (at === 'accepted' || at === 'received') &&
        orders.some((it) => it.id === order_id && it.state === 'paid' && !holdsNoMoney(it)),
    )
    const isUnpaid = [row.refund_id, ...own.map((it) => it.refund_id)].some((refundId) =>
      refunds.some((it) => it.id === refundId && it.state !== 'succeeded' && !it.closed_at),
    )
    if ((isOwed || isUnpaid) !== (state === 'open'))
      report(`withdrawals: ${id} is ${state}, owed ${isOwed}, its refund on its way ${isUnpaid}`)
  }
  for (const order of orders) {
    const open = returns.filter(
      ({ order_id, state, withdrawal_id }) =>
        order_id === order.id && withdrawal_id && (state === 'accepted' || state === 'received'),
    )
    if (sum(open.map(({ quantity }) => quantity)) > order.quantity)
      report(`withdrawals: more of ${order.id} comes back than was bought`)
  }
}
