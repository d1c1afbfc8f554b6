import { sql } from 'kysely'
import type { ProductRow, StockMovementRow } from '~/database/tables.ts'
import type { Database, Step, Tx } from '~/platform/db/database.server.ts'
import { columnsIn, integerIn, rowsIn, textIn } from '~/platform/db/rows-in-json.server.ts'
import { newId } from '~/platform/id.ts'

/** Whose doing it is, and for which order. */
type Cause = { orderId?: string; byUser?: string | undefined }
type Pieces = { productId: string; quantity: number }

/** Pieces for an order, at the price that its customer saw. */
type Sold = Pieces & { orderId: string; unitCents: number }

/** What `takeStock` writes, as JSON, and how many products that is about. */
export type Taking = { movements: string; taken: string; productCount: number }

export type ForSale = Pick<ProductRow, (typeof soldColumns)[number]>
const soldColumns = [
  'id',
  'product_name',
  'name_key',
  'image',
  'price_cents',
  'available_qty',
  'order_qty',
] as const

/** Products by their ids; as JSON, a list of rows. */
export const selectForSale = ({ db, engine }: Pick<Database, 'db' | 'engine'>, ids: string) =>
  db
    .selectFrom('products')
    .select(soldColumns)
    .where('id', 'in', sql<string>`(select ${textIn('id')} from ${rowsIn(engine, ids)})`)

/** Sizes of one product come from the same shelf. */
export function takingOf(sold: Sold[], { byUser, at }: { byUser: string; at: string }): Taking {
  const pieces = new Map<string, { id: string; quantity: number; fewest: number; cents: number }>()
  for (const { productId: id, quantity, unitCents: cents } of sold) {
    const known = pieces.get(id)
    if (known) {
      known.quantity += quantity
      known.fewest = Math.min(known.fewest, quantity)
    } else pieces.set(id, { id, quantity, fewest: quantity, cents })
  }
  const movements = sold.map(({ orderId, productId, quantity }) => ({
    ...movement(productId, -quantity, 'ordered', { orderId, byUser }),
    at,
  }))
  return {
    movements: JSON.stringify(movements),
    taken: JSON.stringify([...pieces.values()]),
    productCount: pieces.size,
  }
}

/**
 * Stock changes here and nowhere else: each change of available_qty goes with a row that says why, in one transaction.
 * The row comes first where it can: the product's own row is locked from its update on, and everyone else who wants the
 * same product waits for the end of the transaction. Nothing is taken unless there are enough of each, so few are sold,
 * and the price is still the one that was seen.
 */
export const takeStock = (
  database: Pick<Database, 'db' | 'engine' | 'locking'>,
  { movements, taken, productCount }: Taking,
): Step[] => [
  {
    statement: database.db
      .insertInto('stock_movements')
      .columns(movementColumns)
      .expression(columnsIn(database.engine, 'stock_movements', movementColumns, movements))
      .returning('id'),
  },
  {
    statement: database.db
      .updateTable('products')
      .from(rowsIn(database.engine, taken))
      .from(lockedInOrder(database, taken).as('locked'))
      .set({ available_qty: sql`available_qty - ${integerIn('quantity')}` })
      .whereRef('products.id', '=', 'locked.id')
      .where('products.id', '=', textIn('id'))
      .where('available_qty', '>=', integerIn('quantity'))
      .where('order_qty', '<=', integerIn('fewest'))
      .where('price_cents', '=', integerIn('cents'))
      .returning('products.id'),
    rows: productCount,
  },
]

const movementColumns = ['id', 'product_id', 'change', 'reason', 'order_id', 'by_user', 'at'] as const

/** In the order of their ids, so that two who want the same products never wait for each other in a circle. */
const lockedInOrder = ({ db, engine, locking }: Pick<Database, 'db' | 'engine' | 'locking'>, taken: string) =>
  locking(
    db
      .selectFrom('products as wanted')
      .select('wanted.id')
      .where('wanted.id', 'in', sql<string>`(select ${textIn('id')} from ${rowsIn(engine, taken)})`)
      .orderBy('wanted.id'),
  )

/** A product that was deleted in the meantime takes nothing back. */
export async function returnStock(
  tx: Tx,
  { productId, quantity }: Pieces,
  { reason, ...cause }: Cause & { reason: 'cancelled' | 'expired' | 'restocked' },
) {
  const returned = await tx
    .updateTable('products')
    .set((e) => ({ available_qty: e('available_qty', '+', quantity) }))
    .where('id', '=', productId)
    .returning('id')
    .executeTakeFirst()
  if (returned) await writeMovement(tx, productId, quantity, reason, cause)
}

/** Set by an admin who has counted; undefined when there is no such product. */
export async function setStock(
  { locking }: Pick<Database, 'locking'>,
  tx: Tx,
  productId: string,
  { availableQty, byUser }: { availableQty: number; byUser: string },
) {
  const before = await locking(
    tx.selectFrom('products').select(['product_name', 'available_qty']).where('id', '=', productId),
  ).executeTakeFirst()
  if (!before) return undefined
  const change = availableQty - before.available_qty
  const counted = { productName: before.product_name, from: before.available_qty }
  if (change === 0) return { modifiedCount: 0, ...counted }
  await writeMovement(tx, productId, change, 'restocked', { byUser })
  await tx.updateTable('products').set({ available_qty: availableQty }).where('id', '=', productId).execute()
  return { modifiedCount: 1, ...counted }
}

/** For a product that is new on the shelf. */
export const openStock = (tx: Tx, pieces: Pieces, byUser?: string) => openStocks(tx, [pieces], byUser)

const atOnce = 500

export async function openStocks(tx: Tx, all: Pieces[], byUser?: string) {
  const rows = all.map(({ productId, quantity }) => movement(productId, quantity, 'opening', { byUser }))
  for (let i = 0; i < rows.length; i += atOnce)
    await tx
      .insertInto('stock_movements')
      .values(rows.slice(i, i + atOnce))
      .execute()
}

async function writeMovement(
  tx: Tx,
  productId: string,
  change: number,
  reason: StockMovementRow['reason'],
  cause: Cause,
) {
  await tx
    .insertInto('stock_movements')
    .values(movement(productId, change, reason, cause))
    .execute()
}

const movement = (
  productId: string,
  change: number,
  reason: StockMovementRow['reason'],
  { orderId, byUser }: Cause,
) => ({
  id: newId(),
  product_id: productId,
  change,
  reason,
  order_id: orderId ?? null,
  by_user: byUser ?? null,
  at: new Date().toISOString(),
})
