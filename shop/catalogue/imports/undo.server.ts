import type { ImportChangeRow, ProductImportRow, ProductRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Changes } from '~/platform/import/csv-table.ts'
import { toDollars } from '~/platform/money.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Actor } from '~/shop/audit/record.server.ts'
import { record, recordAll } from '~/shop/audit/record.server.ts'
import { claimImages } from '~/shop/images/claim.server.ts'
import { requireCategory } from '../categories/store-categories.server.ts'
import { changesAfter } from '../csv/import-changes.server.ts'
import { shortened } from '../csv/shown-changes.server.ts'
import { changedFields, fieldNames } from '../fields/product-fields.ts'
import { updateDetails, updateVisibility } from '../manage/manage-store.server.ts'
import { subjectOf } from '../manage/save-product.server.ts'
import { picturesOf } from '../pictures.ts'
import { setStock } from '../stock/stock.server.ts'
import { toProduct } from '../store.server.ts'
import type { Hold } from './hold.server.ts'
import { inHalves } from './in-halves.server.ts'
import { linesAtOnce } from './product-lines.server.ts'
import { endedWith } from './states.server.ts'

type Undo = { database: Database; row: ProductImportRow; hold: Hold; mayGoOn: () => boolean }

/**
 * Gives the products back what the import has changed, as far as nobody has changed it since; what it has added is deleted, or
 * hidden where something has become of it. Batch by batch, as it was imported.
 */
export async function undoImport({ database, row, hold, mayGoOn }: Undo) {
  const { id, undone_to } = row
  const by: Actor = JSON.parse(row.undone_by!)
  const since = row.started_at!
  let last = undone_to
  while (mayGoOn()) {
    const changes = await changesAfter(database.db, id, last, linesAtOnce)
    if (changes.length === 0) return hold.write([], (tx) => endedWith(tx, { id, state: 'undone' }))
    await inHalves(changes, save)
    last = changes.at(-1)!.product_id
  }

  async function save(some: ImportChangeRow[], problem?: string) {
    const touched = some.map(({ product_id }) => product_id)
    const undoThem = async (tx: Tx, now: ProductImportRow) => {
      const undone = problem ? 0 : await undoSome(database, tx, { by, since }, some)
      await tx
        .updateTable('product_imports')
        .set({
          attempts: 0,
          undone_to: some.at(-1)!.product_id,
          undone: now.undone + undone,
          kept: now.kept + some.length - undone,
        })
        .where('id', '=', id)
        .execute()
    }
    await hold.write(['products'], undoThem, touched)
  }
}

/** `since` is when the import began. */
type Undoing = { by: Actor; since: string }

/** How many are as they were. */
async function undoSome(database: Database, tx: Tx, { by, since }: Undoing, some: ImportChangeRow[]) {
  const ids = some.map(({ product_id }) => product_id)
  const rows = await database
    .locking(tx.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id'))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const moved = await movedProducts(tx, ids)
  const countedBy = await countedSince(tx, ids, since)
  const isUntouched = ({ id, changed_at, created_at }: ProductRow) =>
    changed_at === created_at && !moved.has(id)
  const untouched: ProductRow[] = []
  let undone = 0
  for (const { product_id, changes } of some) {
    const row = byId.get(product_id)
    if (changes !== null)
      undone += row && (await changeBack(database, tx, { by, row, countedBy }, JSON.parse(changes))) ? 1 : 0
    // Somebody has deleted it.
    else if (!row) undone += 1
    else if (isUntouched(row)) untouched.push(row)
    else await hide(tx, by, row)
  }
  await deleteAgain(tx, by, untouched)
  return undone + untouched.length
}

/** Of which pieces were sold, or counted again. */
async function movedProducts(tx: Tx, ids: string[]) {
  const rows = await tx
    .selectFrom('stock_movements')
    .select('product_id')
    .where('product_id', 'in', ids)
    .groupBy('product_id')
    .having((e) => e(e.fn.countAll(), '>', 1))
    .execute()
  return new Set(rows.map(({ product_id }) => product_id))
}

/** By how many pieces people and files have changed the stock of each since then; what was ordered is not among them. */
async function countedSince(tx: Tx, ids: string[], since: string) {
  const rows = await tx
    .selectFrom('stock_movements')
    .select((e) => ['product_id', e.fn.sum<number>('change').as('change')])
    .where('product_id', 'in', ids)
    .where('reason', '=', 'restocked')
    .where('order_id', 'is', null)
    .where('at', '>=', since)
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, change }) => [product_id, Number(change)]))
}

async function deleteAgain(tx: Tx, by: Actor, rows: ProductRow[]) {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.deleteFrom('products').where('id', 'in', ids).execute()
  await recordAll(
    tx,
    by,
    rows.map(({ id, product_name, price_cents, available_qty }) => ({
      what: 'product deleted',
      subject: product_name,
      details: { productId: id, price: toDollars(price_cents), availableQty: available_qty, by: 'undo' },
    })),
  )
}

async function hide(tx: Tx, by: Actor, { id, product_name }: ProductRow) {
  if (await updateVisibility(tx, id, 'hidden'))
    await record(tx, by, {
      what: 'product hidden',
      subject: product_name,
      details: { productId: id, by: 'undo' },
    })
}

type ToChangeBack = { by: Actor; row: ProductRow; countedBy: Map<string, number> }

/** Whether all of it could be. What was sold meanwhile is sold, and what was counted is there. */
async function changeBack(
  database: Database,
  tx: Tx,
  { by, row, countedBy }: ToChangeBack,
  changes: Changes,
) {
  const before = toProduct(row)
  const { availableQty: stock, ...details } = changes
  const untouched = Object.entries(details).filter(
    ([name, { to }]) => before[name as keyof typeof before] === to,
  )
  const back = Object.fromEntries(untouched.map(([name, { from }]) => [name, from]))
  const after = { ...before, ...back }
  if ('category' in back) await requireCategory(database, tx, after.category)
  if (('image' in back || 'morePictures' in back) && !(await areThere(tx, picturesOf(after))))
    Object.assign(after, { image: before.image, morePictures: before.morePictures })
  const changed = changedFields(fieldNames, before, after)
  const added = stock ? Number(stock.to) - Number(stock.from) : 0
  const isCounted = added !== (countedBy.get(row.id) ?? 0)
  if (stock && !isCounted) {
    after.availableQty = Math.max(0, row.available_qty - added)
    await setStock(database, tx, row.id, { availableQty: after.availableQty, byUser: by.userId })
  }
  if (Object.keys(changed).length > 0) await updateDetails(tx, row, after)
  const all = changedFields(fieldNames, before, after)
  if (Object.keys(all).length > 0)
    await record(tx, by, {
      what: 'product edited',
      subject: subjectOf(before.productName, after.productName),
      details: { productId: row.id, ...shortened(all), by: 'undo' },
    })
  return Object.keys(changed).length === Object.keys(details).length && !(stock && isCounted)
}

/** A picture that nothing has shown meanwhile may be deleted by now. */
async function areThere(tx: Tx, pictures: string[]) {
  try {
    await claimImages(tx, pictures)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}
