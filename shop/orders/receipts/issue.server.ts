import { sql } from 'kysely'
import type { DisputeRow, OrderRow, PurchaseRow, ReceiptRow, RefundRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { PurchaseTax, TaxEntry } from '~/shop/rates/tax.ts'
import { creditedEntries, includedTaxCents, isTaxedBy, taxEntries, taxOfLines } from '~/shop/rates/tax.ts'
import { taxIn } from '../charges.server.ts'
import type { Receipt } from './contract.ts'
import type { ReceiptLine, StoredTax } from './receipt.server.ts'
import { customerOf, receiptLinesOf } from './receipt.server.ts'
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
  const taxed = taxIn(purchase)
  const lines = receiptLinesOf(purchase, orders).map((line) =>
    taxed && !isTaxedBy(taxed, line) ? { ...line, isUntaxed: true as const } : line,
  )
  const amount = lines.reduce((sum, { cents }) => sum + cents, 0)
  const entries = taxed && storedTaxes(taxed, lines)
  const shares = taxed ? taxOfLines(taxed, lines) : []
  return issue(tx, {
    series: 'R',
    kind: 'receipt',
    purchase_id: purchase.id,
    refund_id: null,
    amount_cents: amount,
    deposit_cents: depositsIn(lines),
    tax_rate: taxed ? taxed.rate : taxRate,
    tax_cents: entries ? taxSum(entries) : includedTaxCents(amount, taxRate),
    taxes: entries ? JSON.stringify(entries) : null,
    seller: JSON.stringify(seller()),
    customer: JSON.stringify(customerOf(purchase, orders)),
    lines: JSON.stringify(lines.map((line, n) => (taxed ? { ...line, taxCents: shares[n]! } : line))),
  })
}

/** The note stands once, with what it is about. */
const storedTaxes = (taxed: PurchaseTax, lines: ReceiptLine[]): StoredTax[] =>
  taxEntries(taxed, lines).map((entry, n) => (n === 0 && taxed.note ? { ...entry, note: taxed.note } : entry))

const taxSum = (entries: TaxEntry[]) => entries.reduce((sum, { taxCents }) => sum + taxCents, 0)

/** One that is older than its entries has one rate. */
const entriesIn = ({ taxes, tax_rate: rate, amount_cents, tax_cents }: ReceiptRow): StoredTax[] =>
  taxes ? JSON.parse(taxes) : [{ name: '', rate, grossCents: amount_cents, taxCents: tax_cents }]

type Refunded = { refund: Pick<RefundRow, 'id' | 'amount_cents'>; lines: ReceiptLine[] }

/**
 * For money that has gone back, as far as it is not credited yet: the bank may take back what is refunded as well.
 * Undefined when nothing is left to correct, and when it was paid without a receipt.
 */
export async function issueCreditNote(tx: Tx, purchaseId: string, { refund, lines }: Refunded) {
  const [receipt, ...notes] = await receiptRowsOf(tx, purchaseId)
  if (receipt?.kind !== 'receipt') return undefined
  const own = notes.filter(({ refund_id }) => refund_id === refund.id)
  const cents = Math.min(refund.amount_cents - sumOf(own), receipt.amount_cents - sumOf(notes))
  if (cents <= 0) return undefined
  const deposit = creditedDeposit(receipt, notes, { cents, stated: depositsIn(lines) })
  const isUntaxed = (JSON.parse(receipt.lines) as ReceiptLine[]).some((it) => it.isDeposit && it.isUntaxed)
  const entries = creditedEntries(entriesIn(receipt), notes.map(entriesIn), cents, isUntaxed ? deposit : 0)
  const before = refund.amount_cents - cents
  const credited = lines.map((line) =>
    line.isDeposit && isUntaxed ? { ...line, isUntaxed: true as const } : line,
  )
  return issue(tx, {
    ...copiedFrom(receipt),
    kind: 'credit-note',
    refund_id: refund.id,
    amount_cents: cents,
    deposit_cents: deposit,
    tax_cents: taxSum(entries),
    taxes: receipt.taxes && JSON.stringify(entries),
    lines: JSON.stringify(before > 0 ? [...credited, creditedBefore(before)] : credited),
  })
}

const depositsIn = (lines: ReceiptLine[]) =>
  lines.reduce((sum, { isDeposit, cents }) => sum + (isDeposit ? cents : 0), 0)

/**
 * How much of a credit note are deposits: what its lines say, or of money that went back in another way what is left once
 * everything else has. Together with the notes before never more than the receipt, in either part.
 */
function creditedDeposit(
  receipt: ReceiptRow,
  notes: ReceiptRow[],
  { cents, stated }: { cents: number; stated: number },
) {
  const left = receipt.amount_cents - sumOf(notes)
  const held = notes.reduce(
    (rest, { deposit_cents }) => rest - Number(deposit_cents),
    Number(receipt.deposit_cents),
  )
  return Math.min(held, Math.max(Math.min(stated, cents), cents - (left - held)))
}

const sumOf = (rows: ReceiptRow[]) => rows.reduce((total, row) => total + row.amount_cents, 0)

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
      deposit_cents: -Number(note.deposit_cents) || 0,
      tax_cents: -note.tax_cents,
      taxes: note.taxes && JSON.stringify(entriesIn(note).map(negative)),
      lines: note.lines,
    })
}

const negative = (entry: StoredTax): StoredTax => ({
  ...entry,
  grossCents: -entry.grossCents,
  taxCents: -entry.taxCents,
})

const copiedFrom = ({ purchase_id, tax_rate, seller, customer }: ReceiptRow) =>
  ({ series: 'C', purchase_id, tax_rate, seller, customer }) as const

type NewReceipt = Omit<ReceiptRow, 'year' | 'number' | 'issued_at' | 'currency' | 'language'>

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
