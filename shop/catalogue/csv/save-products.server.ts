import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Changes, CsvTable, Plan, PlannedLine } from '~/platform/import/csv-table.ts'
import { mostShownLines, tooLong } from '~/platform/import/import-lines.server.ts'
import { refuseImport } from '~/platform/import/import-report.ts'
import type { Actor } from '~/shop/audit/record.server.ts'
import { recordAll } from '~/shop/audit/record.server.ts'
import { claimImages } from '~/shop/images/claim.server.ts'
import { wantPictures } from '~/shop/images/picture-fetches.server.ts'
import type { WholeProduct } from '../contract.ts'
import type { FieldValue } from '../fields/field-kinds.ts'
import { fieldNames, fieldOf } from '../fields/product-fields.ts'
import { managedProductRow, releaseNames, updateDetails } from '../manage/manage-store.server.ts'
import { addedDetails, subjectOf } from '../manage/save-product.server.ts'
import { insertNumbers } from '../numbers/store-numbers.server.ts'
import { picturesOf } from '../pictures.ts'
import type { SuppliedProduct } from '../pies/supplied.server.ts'
import { openStocks, setStock } from '../stock/stock.server.ts'
import type { PictureSources, ProductToSave } from './plan-products.server.ts'
import { planProducts } from './plan-products.server.ts'
import type { ProductLine } from './read-sheet.server.ts'
import { readFields, readSheetLine } from './read-sheet.server.ts'
import { columnsOfNumbers, isSheetColumn, repeatableColumns } from './sheet-columns.ts'
import { shortened } from './shown-changes.server.ts'

const atOnce = 200

export type SavedBy = {
  database: Database
  by: Actor
  /** In the same transaction. */
  onSaved?: (tx: Tx, saved: SavedProduct[]) => Promise<void>
  onSupplied?: (tx: Tx, products: SuppliedProduct[]) => Promise<void>
}
/** Without changes it was added. */
export type SavedProduct = { productId: string; changes?: Changes }

/** Every product has its own entry in the audit trail. */
export async function saveProducts(tx: Tx, { adds, changes, same }: Plan<ProductToSave>, savedBy: SavedBy) {
  const rows = [...adds, ...changes].map(({ row }) => row)
  await wantPictures(tx, [...new Set(rows.flatMap(({ elsewhere }) => elsewhere))])
  await claimImages(
    tx,
    rows.flatMap(({ after }) => picturesOf(after)),
  )
  const added = await addAll(tx, savedBy.by, adds)
  await changeAll(tx, changes, savedBy)
  await savedBy.onSaved?.(tx, [
    ...added.map(({ id }) => ({ productId: id })),
    ...changes.map(({ row, changes }) => ({ productId: row.before!.id, changes })),
  ])
  const known = [...changes.map(({ row }) => row), ...same].map((row) => ({ ...row, id: row.before!.id }))
  await savedBy.onSupplied?.(
    tx,
    [...adds.map(({ row }, n) => ({ ...row, id: added[n]!.id })), ...known].flatMap(({ id, supplied }) =>
      supplied ? [{ productId: id, supplied }] : [],
    ),
  )
}

async function addAll(tx: Tx, by: Actor, adds: PlannedLine<ProductToSave>[]) {
  const now = Date.now()
  // A millisecond apart, so that the order of the file is the order of the list.
  const rows = adds.map(({ row }, n) => ({
    ...managedProductRow(row.after, new Date(now + n).toISOString()),
    name_key: row.nameKey,
  }))
  for (let i = 0; i < rows.length; i += atOnce)
    await tx
      .insertInto('products')
      .values(rows.slice(i, i + atOnce))
      .execute()
  if ((await insertNumbers(tx, rows)).length > 0) throw refuseImport('plan_changed')
  await openStocks(
    tx,
    rows.map(({ id, available_qty }) => ({ productId: id, quantity: available_qty })),
    by.userId,
  )
  await recordAll(
    tx,
    by,
    adds.map(({ row: { after } }, n) => ({
      what: 'product added' as const,
      subject: after.productName,
      details: { ...addedDetails(rows[n]!.id, after), by: 'file' },
    })),
  )
  return rows
}

async function changeAll(tx: Tx, planned: PlannedLine<ProductToSave>[], { database, by }: SavedBy) {
  const edits = planned.map(({ row, changes }) => ({ ...row, before: row.before!, changes }))
  await releaseNames(
    tx,
    edits.flatMap(({ takesNameOf }) => takesNameOf ?? []),
  )
  for (const { before, after, nameKey, changes } of edits) {
    const { availableQty, ...details } = changes
    if (availableQty)
      await setStock(database, tx, before.id, { availableQty: after.availableQty, byUser: by.userId })
    if (Object.keys(details).length > 0) await updateDetails(tx, before, after, nameKey)
  }
  await recordAll(
    tx,
    by,
    edits.map(({ before, after, changes }) => ({
      what:
        changes.availableQty && Object.keys(changes).length === 1
          ? ('stock set' as const)
          : ('product edited' as const),
      subject: subjectOf(before.product_name, after.productName),
      details: { productId: before.id, ...shortened(changes), by: 'file' },
    })),
  )
}

const columns = ['_id', ...fieldNames] as const

export const csvColumns = columns.map(
  (column): [title: string, cell: (product: WholeProduct) => string | number] => [
    column,
    (product) =>
      column !== '_id' && fieldOf(column).kind === 'lines' ? inOneLine(product[column]) : product[column],
  ],
)

/** So that a product is one row of the file, and the numbers of its lines are those of the spreadsheet. */
const inOneLine = (lines: FieldValue) => String(lines).replaceAll('\n', '; ')

/** What is found by its _id keeps what the file has no column for; so does everything in a file with headings of its own. */
export const productsTable = (
  sources: PictureSources,
  savedBy: SavedBy,
): CsvTable<ProductLine, ProductToSave> => ({
  columns,
  required: fieldNames.filter((name) => !fieldOf(name).isOptional),
  idColumn: '_id',
  numbers: columnsOfNumbers,
  repeatable: repeatableColumns,
  isMoreColumns: isSheetColumn,
  tooLong: tooLong('npm run import-products'),
  topics: ['products'],
  // A whole file that was shown: its rows are locked in one order, so that it and orders never wait in a circle.
  linesAtOnce: mostShownLines,
  read: (cells, isMapped) => (isMapped ? readSheetLine(cells) : readProduct(cells)),
  plan: (context, lines) => planProducts(context, lines, sources),
  save: (tx, plan) => saveProducts(tx, plan, savedBy),
})

function readProduct({ _id: id = '', ...cells }: Record<string, string | undefined>) {
  const { typed, problems } = readFields(cells)
  return problems.length > 0 ? { problems } : { values: { id, typed } }
}
