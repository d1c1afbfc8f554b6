import type { RefundRow } from '~/database/tables.ts'
import type { Scenario } from '../scenario.ts'
import type { Books, Report } from './read.ts'
import { sum } from './read.ts'

/** The shop's refunds are those of the provider, never more than was paid, and each order shows what came back of it. */
export function refundsMatchTheProvider(books: Books, report: Report) {
  const { payments, orders, refunds, refundsAtProvider, charges, lostCents } = books
  const byProviderId = new Map(refunds.map((row) => [row.provider_refund_id, row]))
  for (const { id, status, amount } of refundsAtProvider) {
    const row = byProviderId.get(id)
    if (row?.state !== status || row?.amount_cents !== amount)
      report(
        `refunds: ${id} is ${amount} ${status} at the provider, ${row?.amount_cents} ${row?.state} in the shop`,
      )
  }
  if (refunds.filter((row) => row.provider_refund_id).length !== refundsAtProvider.length)
    report(`refunds: ${refunds.length} in the shop, ${refundsAtProvider.length} at the provider`)
  const given = sum(charges.map((charge) => charge.amount_refunded))
  const onTheirWay = refunds.filter(({ state }) => state === 'succeeded' || state === 'pending')
  if (sum(onTheirWay.map((row) => row.amount_cents)) !== given)
    report(`refunds: the provider has refunded ${given}, the shop knows of other sums`)
  for (const { transaction_id: id, amount_cents } of payments) {
    const own = refunds.filter((row) => row.transaction_id === id)
    if (sum(own.filter(mayArrive).map((row) => row.amount_cents)) > amount_cents)
      report(`refunds: more is refunded than ${id} has paid`)
    const returned = sum(own.filter(({ state }) => state === 'succeeded').map((row) => row.amount_cents))
    const paid = orders.filter((row) => row.transaction_id === id)
    const shown = sum(paid.map((row) => row.refunded_cents))
    if (shown > returned + lostCents(id)) report(`refunds: ${id} shows ${shown}, ${returned} went back`)
    const overpaid = Math.max(0, returned + lostCents(id) - amount_cents)
    if (paid.some((row) => row.overpaid_cents !== overpaid))
      report(`refunds: ${overpaid} more than ${id} went back, its orders show something else`)
    const troubles = own.filter(isInTrouble).map(({ state }) => state as string)
    const [only, ...others] = paid.filter(({ price_cents }) => price_cents > 0)
    if (only && others.length === 0 && troubles.length > 0 && !troubles.includes(only.refund_state ?? ''))
      report(`refunds: ${only.id} shows ${only.refund_state}, its refunds are ${troubles}`)
  }
}

/** No piece is refunded twice, neither by what has arrived or may arrive, nor by what was settled otherwise. */
export function piecesAreRefundedOnce({ closedByHand }: Scenario, books: Books, report: Report) {
  const { orders, refunds, refundLines } = books
  const byId = new Map(refunds.map((row) => [row.id, row]))
  for (const line of refundLines)
    if (!byId.has(line.refund_id))
      report(`pieces: ${line.order_id} has a line of a refund that does not exist`)
  for (const { id, quantity, price_cents, refunded_quantity, refunded_cents, returned_quantity } of orders) {
    const own = refundLines.filter((line) => line.order_id === id)
    const arriving = own.filter((line) => {
      const refund = byId.get(line.refund_id)
      return refund && mayArrive(refund)
    })
    // One that was closed while the provider was asked for it may arrive all the same, and needs somebody when it bounces.
    const otherwise = own.filter((line) => {
      const refund = byId.get(line.refund_id)
      return closedByHand.has(line.refund_id) && refund?.state === 'failed' && refund.closed_at
    })
    const pieces = sum(arriving.map((line) => line.quantity))
    const cents = sum(arriving.map((line) => line.cents))
    if (pieces > quantity) report(`pieces: ${pieces} of ${quantity} are refunded of ${id}`)
    if (cents > price_cents) report(`pieces: ${cents} of ${price_cents} cents are refunded of ${id}`)
    const settled = sum(otherwise.map((line) => line.quantity))
    if (pieces <= quantity && pieces + settled > quantity)
      report(`pieces: ${pieces} of ${quantity} are refunded of ${id}, and ${settled} settled otherwise`)
    const failed = own.filter((line) => {
      const refund = byId.get(line.refund_id)
      return refund?.state === 'failed' && isInTrouble(refund)
    })
    const toRetry = sum(failed.map((line) => line.quantity))
    if (pieces + settled <= quantity && pieces + settled + toRetry > quantity)
      report(
        `pieces: ${pieces + settled} of ${quantity} are done of ${id}, and ${toRetry} can be tried again`,
      )
    if (refunded_quantity > quantity || refunded_cents > price_cents)
      report(`pieces: ${id} shows more refunded than ordered`)
    if (refunded_quantity + returned_quantity > quantity)
      report(`pieces: ${id} shows more refunded and returned than ordered`)
  }
}

const mayArrive = ({ state }: RefundRow) => state !== 'failed'
const isInTrouble = ({ state, closed_at }: RefundRow) =>
  (state === 'refused' || state === 'failed') && !closed_at
