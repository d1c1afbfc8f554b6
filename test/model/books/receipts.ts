import type { ReceiptRow } from '~/database/tables.ts'
import { includedTax, taxAt } from '../rates.ts'
import type { Books, Report } from './read.ts'
import { priceOf, sum } from './read.ts'

/** Documents have the numbers 1 to n in the order of their times. */
export function documentsAreGapless({ receipts }: Books, report: Report) {
  for (const series of ['R', 'C'] as const)
    for (const year of new Set(receipts.map((row) => row.year))) {
      const rows = inOrder(receipts.filter((row) => row.series === series && row.year === year))
      if (rows.some(({ number }, n) => number !== n + 1))
        report(`receipts: in ${series}-${year} a number is missing or double`)
      if (rows.some(({ issued_at }, n) => n > 0 && issued_at < rows[n - 1]!.issued_at))
        report(`receipts: in ${series}-${year} a later number has an earlier time`)
    }
}

/**
 * One receipt per payment, about its sum. What went back is credited once, in amount and in tax; whatever comes first,
 * credit notes never exceed their receipt, as a whole, in tax or in a line.
 */
export function receiptsAreCorrectedOnce(books: Books, report: Report) {
  const { receipts, purchases, orders, refunds, lostCents } = books
  for (const { id, transaction_id, fee_cents, place } of purchases) {
    const own = receipts.filter((row) => row.purchase_id === id)
    const [receipt, second] = own.filter(({ kind }) => kind === 'receipt')
    if (second || (receipt !== undefined) !== (transaction_id !== null))
      report(`receipts: ${id} has ${own.length} documents, paid by ${transaction_id}`)
    if (!receipt || !transaction_id) continue
    const paid = orders.filter((row) => row.purchase_id === id && row.transaction_id === transaction_id)
    if (receipt.amount_cents !== fee_cents + priceOf(paid))
      report(`receipts: that of ${id} is about another sum`)
    const notes = inOrder(own.filter(({ kind }) => kind !== 'receipt'))
    notesStayWithin(receipt, notes, report)
    const depositCents = sum(paid.map((row) => row.deposit_cents * row.quantity))
    if (place) taxIsThatOfThePlace(receipt, notes, { place, feeCents: fee_cents, depositCents }, report)
    const back = refunds.filter((row) => row.transaction_id === transaction_id)
    const returned = sum(back.filter((row) => row.state === 'succeeded').map((row) => row.amount_cents))
    // What the bank took although it had been refunded is credited once.
    const gone = Math.min(returned + lostCents(transaction_id), receipt.amount_cents)
    const credited = sum(notes.map((row) => row.amount_cents))
    if (credited !== gone) report(`receipts: of ${id}, ${gone} went back and ${credited} are credited`)
    for (const refund of back) {
      const count = (kind: string) =>
        notes.filter((row) => row.refund_id === refund.id && row.kind === kind).length
      if (refund.state !== 'succeeded' && count('credit-note') !== count('reversal'))
        report(`receipts: ${refund.id} is ${refund.state}, but credited`)
      if (count('credit-note') - count('reversal') > 1) report(`receipts: ${refund.id} is credited twice`)
    }
  }
}

type Line = { text: string; quantity: number; cents: number }
const linesOf = ({ lines }: ReceiptRow): Line[] => JSON.parse(lines)

/** At every moment, not only in the end. */
function notesStayWithin(receipt: ReceiptRow, notes: ReceiptRow[], report: Report) {
  const credited = { amount: 0, tax: 0, lines: new Map<string, { quantity: number; cents: number }>() }
  const about = (note: ReceiptRow) =>
    `${note.kind} ${note.series}-${note.number} of ${note.amount_cents} with ${note.tax_cents} tax, of a receipt of ${receipt.amount_cents} with ${receipt.tax_cents} tax`
  for (const note of [receipt, ...notes])
    if (sum(linesOf(note).map(({ cents }) => cents)) !== Math.abs(note.amount_cents))
      report(`receipts: the lines come to another sum: ${about(note)}`)
  for (const note of notes) {
    const sign = note.kind === 'reversal' ? -1 : 1
    if (sign * note.amount_cents <= 0 || sign * note.tax_cents < 0)
      report(`receipts: a negative sum: ${about(note)}`)
    if (note.kind === 'credit-note' && note.tax_cents > receipt.tax_cents - credited.tax)
      report(`receipts: more tax than is left: ${about(note)}`)
    credited.amount += note.amount_cents
    credited.tax += note.tax_cents
    for (const { text, quantity, cents } of linesOf(note)) {
      const line = credited.lines.get(text) ?? { quantity: 0, cents: 0 }
      credited.lines.set(text, {
        quantity: line.quantity + sign * quantity,
        cents: line.cents + sign * cents,
      })
    }
    if (credited.amount > receipt.amount_cents) report(`receipts: more credited than paid: ${about(note)}`)
    if (credited.amount === receipt.amount_cents && credited.tax !== receipt.tax_cents)
      report(`receipts: all is credited, but ${credited.tax} tax: ${about(note)}`)
    for (const { text, quantity, cents } of linesOf(receipt)) {
      const line = credited.lines.get(text)
      if (line && (line.quantity > quantity || line.cents > cents))
        report(`receipts: more of a line credited than paid (${text}): ${about(note)}`)
    }
  }
}

type Entry = { rate: number; grossCents: number; taxCents: number }
const entriesOf = ({ taxes }: ReceiptRow): Entry[] => JSON.parse(taxes ?? '[]')

/** Entry by entry: those of the receipt by the rate of its place, those of the notes up to them, and line by line. */
function taxIsThatOfThePlace(
  receipt: ReceiptRow,
  notes: ReceiptRow[],
  { place, feeCents, depositCents }: { place: string; feeCents: number; depositCents: number },
  report: Report,
) {
  const { rate, taxesDelivery, taxesDeposits } = taxAt(place)
  const about = `${receipt.series}-${receipt.number} at ${place}`
  const untaxed = (taxesDelivery ? 0 : feeCents) + (taxesDeposits ? 0 : depositCents)
  const taxed = receipt.amount_cents - untaxed
  const expected = [
    { rate, grossCents: taxed, taxCents: includedTax(taxed, rate) },
    ...(untaxed > 0 ? [{ rate: 0, grossCents: untaxed, taxCents: 0 }] : []),
  ]
  const shown = entriesOf(receipt).map(({ rate, grossCents, taxCents }) => ({ rate, grossCents, taxCents }))
  if (JSON.stringify(shown) !== JSON.stringify(expected))
    report(`taxes: ${about} says ${JSON.stringify(shown)} instead of ${JSON.stringify(expected)}`)
  const lines = JSON.parse(receipt.lines) as { cents: number; taxCents: number }[]
  if (sum(lines.map(({ taxCents }) => taxCents)) !== receipt.tax_cents)
    report(`taxes: the lines of ${about} come to another tax`)
  if (lines.some(({ cents, taxCents }) => taxCents < 0 || taxCents > cents))
    report(`taxes: a line of ${about} has more tax than it costs`)
  for (const note of notes) {
    const entries = entriesOf(note)
    if (sum(entries.map(({ grossCents }) => grossCents)) !== note.amount_cents)
      report(`taxes: the entries of ${note.series}-${note.number} come to another sum`)
    if (sum(entries.map(({ taxCents }) => taxCents)) !== note.tax_cents)
      report(`taxes: the entries of ${note.series}-${note.number} come to another tax`)
  }
  for (const [n, entry] of expected.entries()) {
    const credited = (key: 'grossCents' | 'taxCents') =>
      sum(notes.map((note) => entriesOf(note)[n]?.[key] ?? 0))
    if (credited('grossCents') > entry.grossCents || credited('taxCents') > entry.taxCents)
      report(`taxes: more of an entry of ${about} is credited than paid`)
    if (credited('grossCents') === entry.grossCents && credited('taxCents') !== entry.taxCents)
      report(`taxes: an entry of ${about} is credited whole, but with ${credited('taxCents')} tax`)
  }
}

const inOrder = (rows: ReceiptRow[]) => rows.toSorted((a, b) => a.year - b.year || a.number - b.number)
