import { sql } from 'kysely'
import type { DisputeRow, OrderRow, PurchaseRow, ReceiptRow, RefundRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { ReceiptLine } from './receipt.server.ts'
import { customerOf, linesOf } from './receipt.server.ts'
import { includedTaxCents, receiptNumber } from './receipt-rules.ts'
import { receiptRowsOf } from './store.server.ts'

export type ReceiptSettings = Pick<Config, 'seller' | 'taxRate'>

/** For a purchase that is paid in this transaction. Returns its number. */
export async function issueReceipt(
  tx: Tx,
  purchase: PurchaseRow,
  orders: OrderRow[],
  { seller, taxRate }: ReceiptSettings,
) {
  const lines = linesOf(purchase, orders)
  const amount = lines.reduce((sum, { cents }) => sum + cents, 0)
  return issue(tx, {
    series: 'R',
    kind: 'receipt',
    purchase_id: purchase.id,
    refund_id: null,
    amount_cents: amount,
    tax_rate: taxRate,
    tax_cents: includedTaxCents(amount, taxRate),
    seller: JSON.stringify(seller),
    customer: JSON.stringify(customerOf(purchase, orders)),
    lines: JSON.stringify(lines),
  })
}

type Refunded = { refund: Pick<RefundRow, 'id' | 'amount_cents'>; lines: ReceiptLine[] }

/** For money that has gone back. Undefined when it was paid without a receipt: there is nothing to correct. */
export async function issueCreditNote(tx: Tx, purchaseId: string, { refund, lines }: Refunded) {
  const [receipt, ...notes] = await receiptRowsOf(tx, purchaseId)
  if (receipt?.kind !== 'receipt') return undefined
  const sum = (of: 'amount_cents' | 'tax_cents') => notes.reduce((total, note) => total + note[of], 0)
  const credited = sum('amount_cents') + refund.amount_cents
  return issue(tx, {
    ...copiedFrom(receipt),
    kind: 'credit-note',
    refund_id: refund.id,
    amount_cents: refund.amount_cents,
    // The difference of two sums: all credit notes together come to the tax of the receipt.
    tax_cents: includedTaxCents(credited, receipt.tax_rate) - sum('tax_cents'),
    lines: JSON.stringify(lines),
  })
}

/** Once per dispute, for what is not credited yet: the bank may take back what had been refunded before. */
export async function creditLostDispute(tx: Tx, purchaseId: string, { id, amount_cents }: DisputeRow) {
  const [receipt, ...notes] = await receiptRowsOf(tx, purchaseId)
  if (!receipt || notes.some(({ refund_id }) => refund_id === id)) return undefined
  const credited = notes.reduce((total, note) => total + note.amount_cents, 0)
  const cents = Math.min(amount_cents, receipt.amount_cents - credited)
  if (cents <= 0) return undefined
  return issueCreditNote(tx, purchaseId, {
    refund: { id, amount_cents: cents },
    lines: [{ text: "Taken back by the customer's bank", quantity: 1, unitCents: cents, cents }],
  })
}

/** Those whose money has gone back, and that no credit note is about. */
export async function withoutCreditNote(tx: Tx, purchaseId: string, refunds: RefundRow[]) {
  const credited = (await receiptRowsOf(tx, purchaseId)).map(({ refund_id }) => refund_id)
  return refunds.filter(({ id, state }) => state === 'succeeded' && !credited.includes(id))
}

/** A refund that had succeeded came back: its credit note is no longer true. */
export async function reverseCreditNote(tx: Tx, purchaseId: string, refundId: string) {
  const note = (await receiptRowsOf(tx, purchaseId)).find(
    ({ kind, refund_id }) => kind === 'credit-note' && refund_id === refundId,
  )
  if (!note) return undefined
  return issue(tx, {
    ...copiedFrom(note),
    kind: 'reversal',
    refund_id: refundId,
    amount_cents: -note.amount_cents,
    tax_cents: -note.tax_cents,
    lines: note.lines,
  })
}

const copiedFrom = ({ purchase_id, tax_rate, seller, customer }: ReceiptRow) =>
  ({ series: 'C', purchase_id, tax_rate, seller, customer }) as const

type NewReceipt = Omit<ReceiptRow, 'year' | 'number' | 'issued_at'>

/**
 * The last thing that a transaction locks: everybody who issues one waits here until the one before is committed or
 * rolled back, so no number is lost or given out twice. The time is read while the number is held, so later numbers have
 * later times. Years are those of UTC.
 */
async function issue(tx: Tx, receipt: NewReceipt) {
  const year = new Date().getUTCFullYear()
  const { last: number } = await tx
    .insertInto('receipt_counters')
    .values({ series: receipt.series, year, last: 1 })
    .onConflict((c) => c.columns(['series', 'year']).doUpdateSet({ last: sql`receipt_counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  const row = { ...receipt, year, number, issued_at: within(year, new Date()) }
  await tx.insertInto('receipts').values(row).execute()
  return receiptNumber(row)
}

/** Who waited over the turn of the year has the number of the old one. */
const within = (year: number, now: Date) =>
  now.getUTCFullYear() === year ? now.toISOString() : `${year}-12-31T23:59:59.999Z`
