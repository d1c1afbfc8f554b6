import type { OrderRow, RefundLineRow, RefundRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { RefundUpdate } from '~/shop/payments/payable.ts'
import { currentRefund, reservesAmount } from '~/shop/payments/refunds/refund-store.server.ts'
import { sharesOf } from '~/shop/rates/tax.ts'
import { surplusCents } from '../charges.server.ts'
import { settleParcels } from '../deliver/parcel-lines.server.ts'
import { settleWithdrawals, updateReturned } from '../deliver/returns-store.server.ts'
import { refundedMail, refundFailedMail } from '../mails.ts'
import { settleOldParts } from '../old-parts-store.server.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { issueCreditNote, reverseCreditNotes } from '../receipts/issue.server.ts'
import type { ReceiptLine } from '../receipts/receipt.server.ts'
import { depositFor, linesOfOrder } from '../receipts/receipt.server.ts'
import { holdsNoMoney } from '../rules.ts'
import { overpaidMail } from './dispute-mails.ts'
import { linesOfRefunds } from './refund-lines.server.ts'

/** Shows on each order how the refunds stand that concern it. Stock is not returned: the pieces may be gone. */
export async function applyRefundsToOrders(
  tx: Tx,
  purchaseId: string,
  update: RefundUpdate,
  shopEmail: string,
) {
  const orders = await ordersOfPurchase(tx, purchaseId)
  const lines = await linesOfRefunds(tx, update.refunds)
  // A payment that came too late, or twice, has not paid the purchase.
  const paid = orders.filter(({ transaction_id }) => transaction_id === update.transactionId)
  const priced = paid.filter(({ price_cents }) => price_cents > 0)
  if (paid.length > 0)
    for (const order of paid) {
      const isOnly = priced.length === 1 ? order === priced[0] : paid.length === 1
      await updateOrder(tx, order, asShown(order, isOnly, lines, update))
    }
  else
    for (const order of orders.filter(({ state }) => state === 'cancelled'))
      await updateOrder(tx, order, { refunded_at: refundedAt(order, update.isFullyRefunded) })
  if (update.overpaidCents > 0)
    await queueMail(tx, overpaidMail(shopEmail, paid.length > 0 ? paid : orders, update))
  const refundIds = update.refunds.filter(reservesAmount).map(({ id }) => id)
  await updateReturned(tx, purchaseId, { lines, refundIds })
  await settleWithdrawals(tx, purchaseId)
  await settleParcels(tx, purchaseId)
  await settleOldParts(tx, purchaseId)
  // With as many pieces as it is for.
  const concerned = (refund: RefundRow) => {
    const own = lines.filter(({ refund_id }) => refund_id === refund.id)
    if (own.length === 0) return paid.length > 0 ? paid : orders
    return own.flatMap(({ order_id, quantity, deposits }) => {
      const order = orders.find(({ id }) => id === order_id)!
      return [
        ...(quantity > 0 ? [{ ...order, quantity }] : []),
        ...(deposits > 0 ? [{ ...order, quantity: deposits, product_name: depositFor(order) }] : []),
      ]
    })
  }
  const purchase = await tx
    .selectFrom('purchases')
    .select(['fee_cents', 'delivery'])
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  // All of it, or as much as the cheapest way would have cost.
  const fees = [purchase.fee_cents, purchase.fee_cents - surplusCents(purchase)].filter((cents) => cents > 0)
  for (const refund of update.bounced) {
    if (paid.length > 0) await reverseCreditNotes(tx, purchaseId, refund.id)
    await queueMail(tx, refundFailedMail(concerned(refund), refund))
  }
  const notes = new Map<string, string | undefined>()
  if (paid.length > 0)
    // Not only those that have succeeded just now: one may have been made by hand before the payment was known, or was
    // credited by another note, which is reversed now.
    for (const refund of update.refunds.filter(({ state }) => state === 'succeeded'))
      notes.set(
        refund.id,
        await issueCreditNote(tx, purchaseId, {
          refund,
          lines: creditedLines(refund, { lines, orders, fees }),
        }),
      )
  for (const refund of update.succeeded)
    await queueMail(
      tx,
      refundedMail(concerned(refund), refund, {
        creditNote: notes.get(refund.id),
        feeCents: isFee(refund, { lines, fees }) ? beyondPieces(refund, lines) : 0,
      }),
    )
}

/** Beyond the price of its pieces, which are none when only the delivery was left. */
const beyondPieces = ({ id, amount_cents }: RefundRow, lines: RefundLineRow[]) =>
  lines.filter(({ refund_id }) => refund_id === id).reduce((rest, { cents }) => rest - cents, amount_cents)

/** What a refund that was made by hand is for, the shop cannot know. */
const isFee = (refund: RefundRow, { lines, fees }: { lines: RefundLineRow[]; fees: number[] }) =>
  refund.made_by === 'shop' && fees.includes(beyondPieces(refund, lines))

/** The pieces that it is for; what is beyond their price is the delivery, or was refunded by hand. */
function creditedLines(
  refund: RefundRow,
  { lines, orders, fees }: { lines: RefundLineRow[]; orders: OrderRow[]; fees: number[] },
): ReceiptLine[] {
  const own = lines
    .filter(({ refund_id }) => refund_id === refund.id)
    .flatMap(({ order_id, quantity, deposits, cents }): ReceiptLine[] => {
      const order = orders.find((it) => it.id === order_id)!
      return linesOfOrder(order, { quantity, deposits, cents })
    })
  const rest = beyondPieces(refund, lines)
  if (rest === 0) return own
  const text = isFee(refund, { lines, fees })
    ? 'Delivery'
    : own.length === 0
      ? 'Refund'
      : rest > 0
        ? 'The rest of the payment, delivery included'
        : 'Refunded before'
  return [...own, { text, quantity: 1, unitCents: rest, cents: rest }]
}

const refundedAt = ({ refunded_at }: OrderRow, isRefunded: boolean) =>
  isRefunded ? (refunded_at ?? new Date().toISOString()) : null

const updateOrder = (tx: Tx, { id }: OrderRow, change: Partial<OrderRow>) =>
  tx.updateTable('orders').set(change).where('id', '=', id).execute()

/** A refund without lines is about the only order that has cost something; of several it says nothing until all is refunded. */
function asShown(
  order: OrderRow,
  isOnly: boolean,
  lines: RefundLineRow[],
  { refunds, isFullyRefunded, overpaidCents }: RefundUpdate,
): Partial<OrderRow> {
  const shareOf = ({ id, amount_cents }: RefundRow) => {
    const own = lines.filter(({ refund_id }) => refund_id === id)
    if (own.length === 0) return isOnly ? amount_cents : 0
    const goods = own.reduce((sum, { cents }) => sum + cents, 0)
    // Beyond its pieces is the delivery; less than they cost went back when some of the payment had gone back by hand.
    const shares = sharesOf(
      Math.min(goods, amount_cents),
      own.map(({ cents }) => cents),
    )
    return shares[own.findIndex(({ order_id }) => order_id === order.id)] ?? 0
  }
  const concerning = refunds.filter((refund) => shareOf(refund) > 0)
  const succeeded = concerning.filter(({ state }) => state === 'succeeded')
  const returned = succeeded.reduce((total, refund) => total + shareOf(refund), 0)
  const counted = refunds.filter(reservesAmount).map(({ id }) => id)
  const pieces = lines
    .filter((line) => line.order_id === order.id && counted.includes(line.refund_id))
    .reduce(
      (total, { quantity, deposits }) => ({
        quantity: total.quantity + quantity,
        deposits: total.deposits + deposits,
      }),
      { quantity: 0, deposits: 0 },
    )
  const isAllBack = isFullyRefunded || (order.price_cents > 0 && returned >= order.price_cents)
  // Where a code has made the goods free, that may be the deposit alone: the new parts are still their customer's.
  const isForOldParts =
    order.price_cents > 0 &&
    pieces.quantity < order.quantity &&
    holdsNoMoney({ ...order, deposits_back: pieces.deposits })
  const isRefunded = isAllBack && !isForOldParts
  const current = currentRefund(concerning) ?? (isFullyRefunded ? currentRefund(refunds) : undefined)
  return {
    state: isRefunded ? 'refunded' : 'paid',
    refunded_at: refundedAt(order, isRefunded),
    refund_state: current?.state ?? null,
    refund_reason: current?.provider_reason ?? null,
    overpaid_cents: overpaidCents,
    refunded_quantity: isRefunded ? order.quantity : pieces.quantity,
    deposits_back: order.deposit_cents === 0 ? 0 : isRefunded ? order.quantity : pieces.deposits,
    refunded_cents: isFullyRefunded ? order.price_cents : Math.min(returned, order.price_cents),
  }
}

/** What a failed refund was for is what its replacement is for. */
export async function moveRefundLines(tx: Tx, { id, by }: { id: string; by: string }) {
  await tx.updateTable('refund_lines').set({ refund_id: by }).where('refund_id', '=', id).execute()
  await tx.updateTable('returns').set({ refund_id: by }).where('refund_id', '=', id).execute()
  await tx.updateTable('withdrawals').set({ refund_id: by }).where('refund_id', '=', id).execute()
  await tx.updateTable('old_parts').set({ refund_id: by }).where('refund_id', '=', id).execute()
}
