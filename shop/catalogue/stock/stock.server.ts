import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { StockMovementRow, Tables } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'

/** Whose doing it is, and for which order. */
type Cause = { orderId?: string; byUser?: string | undefined }
type Pieces = { productId: string; quantity: number }

/** Pieces for an order, at the price that its customer saw. */
export type Taking = Pieces & {
  movementId: string
  orderId: string
  customerId: string
  unitCents: number
  now: string
}

/**
 * Stock changes here and nowhere else: each change of available_qty goes with a row that says why, in one transaction.
 * The row comes first where it can: the product's own row is locked from its update on, and everyone else who wants the
 * same product waits for the end of the transaction.
 */
export const takeStock = (db: Db, taking: Taking) => [
  db
    .insertInto('stock_movements')
    .values({
      id: taking.movementId,
      product_id: taking.productId,
      change: sql`-cast(${taking.quantity} as integer)`,
      reason: 'ordered',
      order_id: taking.orderId,
      by_user: taking.customerId,
      at: taking.now,
    })
    .returning('id'),
  db
    .updateTable('products')
    .set((e) => ({ available_qty: e('available_qty', '-', taking.quantity) }))
    .where(isForSale(taking))
    .returning('id'),
]

/** There are enough, so few are sold, and the price is still the one that was seen. */
const isForSale =
  ({ productId, quantity, unitCents }: Pick<Taking, 'productId' | 'quantity' | 'unitCents'>) =>
  (e: ExpressionBuilder<Tables, 'products'>) =>
    e.and([
      e('id', '=', productId),
      e('available_qty', '>=', quantity),
      e('order_qty', '<=', quantity),
      e('price_cents', '=', unitCents),
    ])

/** The product as it is sold, to be a part of the statement that writes the order. */
export const selectForSale = (db: Db, taking: Pick<Taking, 'productId' | 'quantity' | 'unitCents'>) =>
  db.selectFrom('products').where(isForSale(taking))

/** Locked in the order of their ids, so that two who want the same products never wait for each other in a circle. */
export const selectLockedForSale = ({ locking }: Pick<Database, 'locking'>, tx: Tx, productIds: string[]) =>
  locking(tx.selectFrom('products').selectAll().where('id', 'in', productIds).orderBy('id'))

type TakenPieces = Pieces & { orderId: string }

/** For several orders at once. The products are locked, and there are enough of each. */
export function takeStocks(tx: Tx, taken: TakenPieces[], { byUser, at }: { byUser: string; at: string }) {
  const movements = taken.map(({ orderId, productId, quantity }) => ({
    ...movement(productId, -quantity, 'ordered', { orderId, byUser }),
    at,
  }))
  const pieces = new Map<string, number>()
  for (const { productId, quantity } of taken) pieces.set(productId, (pieces.get(productId) ?? 0) + quantity)
  const cases = [...pieces].map(([id, count]) => sql`when ${id} then cast(${count} as integer)`)
  return [
    tx.insertInto('stock_movements').values(movements),
    tx
      .updateTable('products')
      .set({ available_qty: sql`available_qty - case id ${sql.join(cases, sql` `)} end` })
      .where('id', 'in', [...pieces.keys()]),
  ] as const
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
