import { sql } from 'kysely'
import type { OrderRow, ProductRow, StockMovementRow } from '~/database/tables.ts'
import type { Database, Db, Step, Tx } from '~/platform/db/database.server.ts'
import { touch } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { lowStock } from './stock-marks.ts'

/** Whose doing it is, and for which order. */
type Cause = { orderId?: string; byUser?: string | undefined; at?: string }
type Pieces = { productId: string; quantity: number }

export type ForSale = Pick<ProductRow, (typeof soldColumns)[number]>
const soldColumns = [
  'id',
  'product_name',
  'name_key',
  'image',
  'price_cents',
  'deposit_cents',
  'available_qty',
  'order_qty',
  'weight_grams',
  'ships',
] as const

const mostRemembered = 10_000

/** Products by their ids, and how they were when they were last read: nobody asks the database for that. */
export function createForSale(db: Db) {
  const lastRead = new Map<string, ForSale>()
  return {
    async read(ids: string[]): Promise<Map<string, ForSale>> {
      const rows = await db
        .selectFrom('products')
        .select(soldColumns)
        .where('id', 'in', ids)
        .where('visibility', '=', 'shown')
        .execute()
      for (const id of ids) lastRead.delete(id)
      for (const row of rows) lastRead.set(row.id, row)
      for (const oldest of lastRead.keys()) if (lastRead.size > mostRemembered) lastRead.delete(oldest)
      return new Map(rows.map((row) => [row.id, row]))
    },
    /** Undefined unless all have been read. */
    remember(ids: string[]): Map<string, ForSale> | undefined {
      const rows = ids.flatMap((id) => lastRead.get(id) ?? [])
      return rows.length === ids.length ? new Map(rows.map((row) => [row.id, row])) : undefined
    },
  }
}

/** What `takeStock` writes, and what must still be so. */
export type Taking = { movements: ReturnType<typeof movement>[]; taken: Taken[] }
type Taken = Pick<
  Sold,
  | 'product_id'
  | 'product_name'
  | 'image'
  | 'unit_cents'
  | 'deposit_cents'
  | 'quantity'
  | 'weight_grams'
  | 'ships'
> & { fewest: number }

/** An order of a product as its customer saw it. */
type Sold = Pick<
  OrderRow,
  | 'id'
  | 'product_id'
  | 'product_name'
  | 'image'
  | 'unit_cents'
  | 'deposit_cents'
  | 'quantity'
  | 'customer_id'
  | 'created_at'
  | 'weight_grams'
  | 'ships'
>

/** Sizes of one product come from the same shelf. */
export function takingOf(orders: Sold[]): Taking {
  const taken = new Map<string, Taken>()
  for (const order of orders) {
    const { product_id, product_name, image, unit_cents, deposit_cents, quantity, weight_grams, ships } =
      order
    const before = taken.get(product_id)
    taken.set(product_id, {
      product_id,
      product_name,
      image,
      unit_cents,
      deposit_cents,
      weight_grams,
      ships,
      quantity: quantity + (before?.quantity ?? 0),
      fewest: Math.min(quantity, before?.fewest ?? quantity),
    })
  }
  return {
    movements: orders.map(({ id, product_id, quantity, customer_id, created_at }) =>
      movement(product_id, -quantity, 'ordered', { orderId: id, byUser: customer_id, at: created_at }),
    ),
    taken: [...taken.values()],
  }
}

/**
 * Stock changes here and nowhere else: each change of available_qty goes with a row that says why, in one transaction.
 * The row comes first where it can: the product's own row is locked from its update on, and everyone else who wants the
 * same product waits for the end of the transaction. Nothing is taken unless there are enough of each, so few are sold,
 * it is still for sale, and price, deposit, name, picture and weight are still those that were seen.
 */
export const takeStock = (
  database: Pick<Database, 'db' | 'engine' | 'locking'>,
  { movements, taken }: Taking,
): Step[] => [
  { statement: database.db.insertInto('stock_movements').values(movements).returning('id') },
  {
    statement: database.db
      .updateTable('products')
      .$if(database.engine === 'postgres' && taken.length > 1, (update) =>
        update.from(lockedInOrder(database, taken).as('locked')).whereRef('products.id', '=', 'locked.id'),
      )
      .set({ available_qty: sql`available_qty - ${quantityOf(taken)}` })
      .where((e) =>
        e.or(
          taken.map(
            ({
              product_id,
              product_name,
              image,
              unit_cents,
              deposit_cents,
              weight_grams,
              ships,
              quantity,
              fewest,
            }) =>
              e
                .and({
                  'products.id': product_id,
                  product_name,
                  image,
                  price_cents: unit_cents,
                  deposit_cents,
                  ships,
                  visibility: 'shown',
                })
                .and(
                  sql<boolean>`coalesce(weight_grams, -1) = coalesce(cast(${weight_grams} as integer), -1)`,
                )
                .and('available_qty', '>=', quantity)
                .and('order_qty', '<=', fewest),
          ),
        ),
      )
      .returning(['products.id', 'available_qty', 'order_qty']),
    rows: taken.length,
    returns: true,
  },
]

/** In the order of their ids, so that two who want the same products never wait for each other in a circle. SQLite has one writer. */
const lockedInOrder = ({ db, locking }: Pick<Database, 'db' | 'locking'>, taken: Taken[]) =>
  locking(
    db
      .selectFrom('products as wanted')
      .select('wanted.id')
      .where((e) => e.or(taken.map(({ product_id }) => e('wanted.id', '=', product_id))))
      .orderBy('wanted.id'),
  )

const quantityOf = (taken: Taken[]) => {
  const cases = taken.map(
    ({ product_id, quantity }) => sql`when ${product_id} then cast(${quantity} as integer)`,
  )
  return sql`case products.id ${sql.join(cases, sql` `)} end`
}

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
  if (!returned) return
  touch(tx, productId)
  await writeMovement(tx, productId, quantity, reason, cause)
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
  touch(tx, productId)
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
  { orderId, byUser, at = new Date().toISOString() }: Cause,
) => ({
  id: newId(),
  product_id: productId,
  change,
  reason,
  order_id: orderId ?? null,
  by_user: byUser || null,
  at,
})

/**
 * As literals: an index of some rows is taken only where it can be seen that no others are wanted. Not `> 0`, by which
 * SQLite would rather count in the index of all stock.
 */
export const isShort = {
  out: sql<boolean>`available_qty <= 0`,
  low: sql<boolean>`available_qty <> 0 and (available_qty <= ${sql.lit(lowStock)} or available_qty < order_qty)`,
}
