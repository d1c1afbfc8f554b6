import type { OrderRow } from '~/database/tables.ts'
import { holdsNoMoney } from '~/shop/orders/rules.ts'
import type { Books, Report } from './read.ts'
import { priceOf, sum } from './read.ts'

/** Each charge has paid exactly one purchase of its amount, is refunded, or is shown to admins with a reason. */
export function chargesAreAccountedFor(books: Books, report: Report) {
  const { orders, payments, purchases, refunds, intents, charges, lostCents } = books
  const paidBy = new Map<string | null, OrderRow[]>()
  for (const order of orders.filter(({ state }) => state === 'paid' || state === 'refunded'))
    paidBy.set(order.transaction_id, [...(paidBy.get(order.transaction_id) ?? []), order])
  for (const { payment_intent: id, amount, amount_refunded } of charges) {
    const payment = payments.find((row) => row.transaction_id === id)
    const summary = `${id}: ${amount} taken, ${amount_refunded} back, ${payment?.state}`
    if (!payment || payment.state === 'open' || payment.state === 'void')
      report(`charges: nobody knows of ${summary}`)
    if (payment?.state === 'applied' && !paidBy.has(id)) report(`charges: nothing is paid by ${summary}`)
    if (payment?.state === 'refunded' && amount_refunded + lostCents(id) < amount)
      report(`charges: not back: ${summary}`)
  }
  for (const [id, paid] of paidBy) {
    const purchase = purchases.find((row) => row.id === paid[0]!.purchase_id)
    const intent = intents.get(id!)
    const isPaidRight =
      paid.every((order) => order.purchase_id === purchase?.id) &&
      purchase?.transaction_id === id &&
      intent?.status === 'succeeded' &&
      intent.amount_received === purchase.fee_cents + priceOf(paid) &&
      intent.currency === 'usd' &&
      intent.metadata.reference === purchase.id &&
      intent.metadata.owner === purchase.customer_id
    if (!isPaidRight)
      report(`charges: ${purchase?.id} of ${priceOf(paid)} is paid by ${JSON.stringify(intent)}`)
  }
  for (const payment of payments) {
    const { transaction_id: id, amount_cents, state } = payment
    const own = refunds.filter((row) => row.transaction_id === id)
    const back = sum(own.filter((row) => row.state === 'succeeded').map((row) => row.amount_cents))
    const gone = back + lostCents(id)
    if ((state === 'refunded') !== (gone > 0 && gone >= amount_cents))
      report(`charges: ${id} is ${state}, ${gone} of ${amount_cents} are back`)
    if (state === 'refund_due' && own.every((row) => row.state === 'succeeded'))
      report(`charges: ${id} is never refunded: ${JSON.stringify(own)}`)
    const paid = paidBy.get(id) ?? []
    // What a code made free is kept when the deposit, all that was paid for it, goes back.
    if (state === 'refunded' && paid.some((order) => order.state === 'paid' && !holdsNoMoney(order)))
      report(`charges: ${id} is back, yet its orders are paid`)
  }
}
