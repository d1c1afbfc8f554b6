import { sql } from 'kysely'
import type { ReceiptRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { toDollars } from '~/platform/money.ts'
import { days } from '~/platform/time.ts'
import { booksRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { feesOf } from '~/shop/payments/fees.server.ts'
import { receiptNumber, shownTaxRate } from '../receipts/receipt-rules.ts'
import type { BooksMonth } from './contract.ts'
import { booksContract, refuseBooks } from './contract.ts'
import type { BooksLine } from './document-lines.ts'
import { booksLines, signOf } from './document-lines.ts'

/** For the accountant: every document of a time, line by line. Times are those of UTC, as on the documents. */
export const booksApi = ({ database }: { database: Database }) =>
  endpoints(booksRoutes, booksContract, {
    listBooks: {
      access: 'money',
      summary: 'The sums of receipts and credit notes by month, newest first',
      handler: () => booksByMonth(database.db),
    },
    exportBooks: {
      access: 'money',
      summary:
        'Receipts, credit notes and reversals of the days ?from= to ?to= as a table for spreadsheets, a row per line',
      async handler({ query: { from, to }, caller }) {
        if (to < from) throw refuseBooks('upside_down')
        await database.change([], (tx) =>
          record(tx, caller, { what: 'books exported', subject: `${from} to ${to}` }),
        )
        const name = `books-${from}-to-${to}`
        return csvFile({ name, columns, isComplete: true }, documentsOf(database.db, from, dayAfter(to)))
      },
    },
  })

const signedCents = sql<number>`case when kind = 'receipt' then amount_cents else -amount_cents end`
const signedDeposit = sql<number>`case when kind = 'receipt' then deposit_cents else -deposit_cents end`
const signedTax = sql<number>`case when kind = 'receipt' then tax_cents else -tax_cents end`

async function booksByMonth(db: Db): Promise<BooksMonth[]> {
  const month = sql<string>`substr(issued_at, 1, 7)`
  const rows = await db
    .selectFrom('receipts')
    .select([
      month.as('month'),
      'currency',
      sql<number>`count(*)`.as('documents'),
      sql<number>`sum(case when kind = 'receipt' then amount_cents else 0 end)`.as('paid'),
      sql<number>`sum(${signedCents})`.as('total'),
      sql<number>`sum(${signedTax})`.as('tax'),
      sql<number>`sum(case when kind = 'receipt' then deposit_cents else 0 end)`.as('depositsTaken'),
      sql<number>`sum(${signedDeposit})`.as('deposits'),
    ])
    .groupBy([month, 'currency'])
    .orderBy('month', 'desc')
    .execute()
  return rows.map(({ month, currency, ...sums }) => ({
    month,
    currency,
    documents: Number(sums.documents),
    paid: toDollars(Number(sums.paid)),
    credited: toDollars(Number(sums.paid) - Number(sums.total)),
    total: toDollars(Number(sums.total)),
    tax: toDollars(Number(sums.tax)),
    deposits: {
      taken: toDollars(Number(sums.depositsTaken)),
      returned: toDollars(Number(sums.depositsTaken) - Number(sums.deposits)),
    },
    revenue: toDollars(Number(sums.total) - Number(sums.deposits)),
  }))
}

type Fee = { cents: number; currency: string }
type Row = { document: ReceiptRow; concerns: string; line: BooksLine; nth: number; fee: Fee | undefined }

const cents = (value: number) => toDollars(value)
const place = ({ customer }: ReceiptRow) =>
  (customer ? JSON.parse(customer) : {}) as {
    name?: string
    address?: { country?: string; countryCode?: string; state?: string; postalCode?: string }
  }

const columns: [string, (row: Row) => string | number | null][] = [
  ['Kind', ({ document }) => document.kind],
  ['Number', ({ document }) => receiptNumber(document)],
  ['Date (UTC)', ({ document }) => document.issued_at.slice(0, 10)],
  ['Concerns', ({ concerns }) => concerns],
  ['Line', ({ nth }) => nth + 1],
  ['Text', ({ line }) => line.text],
  ['Quantity', ({ line }) => line.quantity],
  ['Gross', ({ line }) => cents(line.grossCents)],
  ['Tax name', ({ line }) => line.taxName],
  ['Tax rate', ({ line }) => (line.taxRate > 0 ? shownTaxRate(line.taxRate) : '')],
  ['Tax', ({ line }) => cents(line.taxCents)],
  ['Net', ({ line }) => cents(line.grossCents - line.taxCents)],
  ['Currency', ({ document }) => document.currency],
  ['Country', ({ document }) => place(document).address?.country ?? ''],
  ['State', ({ document }) => place(document).address?.state ?? ''],
  ['Postal code', ({ document }) => place(document).address?.postalCode ?? ''],
  ['Customer', ({ document }) => place(document).name ?? ''],
  ['Purchase', ({ document }) => document.purchase_id],
  ['Document gross', ({ document }) => cents(signOf(document) * Math.abs(document.amount_cents))],
  ['Document tax', ({ document }) => cents(signOf(document) * Math.abs(document.tax_cents))],
  ['Provider fee', ({ fee }) => (fee ? cents(fee.cents) : '')],
  ['Fee currency', ({ fee }) => fee?.currency ?? ''],
  ['Discount', ({ line }) => (line.discount ? cents(line.discount.cents) : '')],
  ['Code', ({ line }) => line.discount?.code ?? ''],
  ['Deposit', ({ line }) => (line.depositCents ? cents(line.depositCents) : '')],
]

const dayAfter = (day: string) => new Date(Date.parse(day) + days(1)).toISOString().slice(0, 10)

const documentsAtOnce = 200

/** As they were issued. What is issued while the file is read is not in it: it has a later time. */
async function* documentsOf(db: Db, from: string, before: string) {
  const end = [before, new Date().toISOString()].toSorted()[0]!
  const inOrder = db
    .selectFrom('receipts')
    .selectAll()
    .where('issued_at', '<', end)
    .orderBy('issued_at')
    .orderBy('series')
    .orderBy('number')
  let batch = await inOrder.where('issued_at', '>=', from).limit(documentsAtOnce).execute()
  while (batch.length > 0) {
    const concerned = await concernedBy(db, batch)
    const fees = await feesOfReceipts(db, batch)
    yield batch.flatMap((document) =>
      booksLines(
        document,
        JSON.parse(document.lines),
        document.taxes ? JSON.parse(document.taxes) : undefined,
      ).map((line, nth) => ({
        document,
        line,
        nth,
        concerns: concerned.get(document.purchase_id) ?? '',
        // Once, so that a sum over the column is right.
        fee: document.kind === 'receipt' && nth === 0 ? fees.get(document.purchase_id) : undefined,
      })),
    )
    const { issued_at: at, series, number } = batch.at(-1)!
    batch = await inOrder
      .where(sql<boolean>`(issued_at, series, number) > (${at}, ${series}, ${number})`)
      .where('issued_at', '>=', at)
      .limit(documentsAtOnce)
      .execute()
  }
}

/** What the provider has kept of the payments that receipts are about, by their purchases. */
async function feesOfReceipts(db: Db, batch: ReceiptRow[]) {
  const ids = batch.flatMap(({ kind, purchase_id }) => (kind === 'receipt' ? [purchase_id] : []))
  if (ids.length === 0) return new Map<string, Fee>()
  const paid = await db
    .selectFrom('purchases')
    .select(['id', 'transaction_id'])
    .where('id', 'in', ids)
    .execute()
  const fees = await feesOf(
    db,
    paid.flatMap(({ transaction_id }) => transaction_id ?? []),
  )
  return new Map(
    paid.flatMap(({ id, transaction_id }) => {
      const fee = transaction_id && fees.get(transaction_id)
      return fee ? [[id, fee] as const] : []
    }),
  )
}

/** The receipt that a credit note or its reversal is about. */
async function concernedBy(db: Db, batch: ReceiptRow[]) {
  const ids = batch.flatMap(({ kind, purchase_id }) => (kind === 'receipt' ? [] : [purchase_id]))
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('receipts')
    .select(['purchase_id', 'series', 'year', 'number'])
    .where('kind', '=', 'receipt')
    .where('purchase_id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.purchase_id, receiptNumber(row)]))
}
