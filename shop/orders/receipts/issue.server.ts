import { sql } from 'kysely'
import type { DisputeRow, OrderRow, PurchaseRow, ReceiptRow, RefundRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { creditedTaxCents, includedTaxCents } from '~/shop/rates/tax.ts'
import type { Receipt } from './contract.ts'
import type { ReceiptLine } from './receipt.server.ts'
import { customerOf, linesOf } from './receipt.server.ts'
import { receiptNumber } from './receipt-rules.ts'
import { receiptRowsOf } from './store.server.ts'

export type ReceiptSettings = Pick<Config, 'taxRate'> & { seller: () => Receipt['seller'] }

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
    seller: JSON.stringify(seller()),
    customer: JSON.stringify(customerOf(purchase, orders)),
    lines: JSON.stringify(lines),
  })
}

type Refunded = { refund: Pick<RefundRow, 'id' | 'amount_cents'>; lines: ReceiptLine[] }

/**
 * For money that has gone back, as far as it is not credited yet: the bank may take back what is refunded as well.
 * Undefined when nothing is left to correct, and when it was paid without a receipt.
 */
export async function issueCreditNote(tx: Tx, purchaseId: string, { refund, lines }: Refunded) {
  const [receipt, ...notes] = await receiptRowsOf(tx, purchaseId)
  if (receipt?.kind !== 'receipt') return undefined
  const own = notes.filter(({ refund_id }) => refund_id === refund.id)
  const credited = { cents: sumOf(notes, 'amount_cents'), taxCents: sumOf(notes, 'tax_cents') }
  const cents = Math.min(
    refund.amount_cents - sumOf(own, 'amount_cents'),
    receipt.amount_cents - credited.cents,
  )
  if (cents <= 0) return undefined
  const { tax_rate: taxRate, amount_cents, tax_cents } = receipt
  const before = refund.amount_cents - cents
  return issue(tx, {
    ...copiedFrom(receipt),
    kind: 'credit-note',
    refund_id: refund.id,
    amount_cents: cents,
    tax_cents: creditedTaxCents({ cents: amount_cents, taxCents: tax_cents, taxRate }, credited, cents),
    lines: JSON.stringify(before > 0 ? [...lines, creditedBefore(before)] : lines),
  })
}

const sumOf = (rows: ReceiptRow[], of: 'amount_cents' | 'tax_cents') =>
  rows.reduce((total, row) => total + row[of], 0)

const creditedBefore = (cents: number): ReceiptLine => ({
  text: 'Credited before',
  quantity: 1,
  unitCents: -cents,
  cents: -cents,
})

export const creditLostDispute = (tx: Tx, purchaseId: string, { id, amount_cents: cents }: DisputeRow) =>
  issueCreditNote(tx, purchaseId, {
    refund: { id, amount_cents: cents },
    lines: [{ text: "Taken back by the customer's bank", quantity: 1, unitCents: cents, cents }],
  })

/** A refund that had succeeded came back: its credit note is no longer true. */
export async function reverseCreditNotes(tx: Tx, purchaseId: string, refundId: string) {
  const notes = (await receiptRowsOf(tx, purchaseId)).filter(
    ({ kind, refund_id }) => kind === 'credit-note' && refund_id === refundId,
  )
  for (const note of notes)
    await issue(tx, {
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
