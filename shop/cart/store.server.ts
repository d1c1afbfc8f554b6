import type { CartLineRow, OrderRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { toCents, toDollars } from '~/platform/money.ts'
import { hiddenAmong } from '~/shop/catalogue/store.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { refuse } from './contract.ts'
import type { CartLine } from './rules.ts'
import { isSameLine, mergeCarts, mostLines, withLine } from './rules.ts'

/** In the order in which the parts were put in. */
export async function cartOf(db: Db | Tx, customerId: string): Promise<CartLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('added_at')
    .orderBy('product_id')
    .orderBy('size')
    .execute()
  return rows.map(({ product_id, size, quantity, seen_cents, vehicle_id, facts }) => ({
    productId: product_id,
    size,
    quantity,
    ...(seen_cents !== null && { price: toDollars(seen_cents) }),
    ...(vehicle_id !== null && { car: { vehicleId: vehicle_id, facts: facts ?? '' } }),
  }))
}

/** What is hidden is not put in; a line that is there already can be changed and removed. */
export async function setLine(database: Database, customerId: string, line: CartLine) {
  const isHidden = (await hiddenAmong(database.db, [line.productId])).size > 0
  return changeCart(database, customerId, (lines) => {
    if (isHidden && line.quantity > 0 && !lines.some((it) => isSameLine(it, line)))
      throw refuse('unknown_product', { field: 'productId' })
    return withLine(lines, line)
  })
}

export async function mergeInto(database: Database, customerId: string, added: CartLine[]) {
  const hidden = await hiddenAmong(
    database.db,
    added.map(({ productId }) => productId),
  )
  const sold = added.filter(({ productId }) => !hidden.has(productId))
  return changeCart(database, customerId, (lines) => mergeCarts(lines, sold))
}

/** The customer is locked, so that no line of two changes at once is lost and none is left behind by a deletion. */
const changeCart = (database: Database, customerId: string, change: (lines: CartLine[]) => CartLine[]) =>
  database.change([], async (tx) => {
    if (!(await lockIdentity(database, tx, customerId))) throw new Unauthenticated()
    const before = await cartOf(tx, customerId)
    const after = change(before)
    if (after.length > mostLines && after.length > before.length) throw refuse('cart_full')
    const removed = before.filter((line) => !after.some((it) => isSameLine(it, line)))
    if (removed.length > 0) await removeLines(tx, customerId, removed).execute()
    const changed = after.filter((line) => !before.includes(line))
    if (changed.length > 0)
      await tx
        .insertInto('cart_lines')
        .values(changed.map(toRow(customerId)))
        .onConflict((c) =>
          c.columns(['customer_id', 'product_id', 'size']).doUpdateSet((e) => ({
            quantity: e.ref('excluded.quantity'),
            seen_cents: e.ref('excluded.seen_cents'),
            vehicle_id: e.ref('excluded.vehicle_id'),
            facts: e.ref('excluded.facts'),
          })),
        )
        .execute()
    return after
  })

/** Lines that come together keep their order. */
const toRow =
  (customerId: string) =>
  ({ productId, size, quantity, price, car }: CartLine, n: number): CartLineRow => ({
    customer_id: customerId,
    product_id: productId,
    size,
    quantity,
    seen_cents: price === undefined ? null : toCents(price),
    vehicle_id: car?.vehicleId ?? null,
    facts: car?.facts ?? null,
    added_at: new Date(Date.now() + n).toISOString(),
  })

const removeLines = (tx: Tx, customerId: string, lines: Pick<CartLine, 'productId' | 'size'>[]) =>
  tx
    .deleteFrom('cart_lines')
    .where('customer_id', '=', customerId)
    .where((e) =>
      e.or(
        lines.map(({ productId, size }) => e.and([e('product_id', '=', productId), e('size', '=', size)])),
      ),
    )

/** The lines of these orders: to be a statement of the batch that places them. */
export const removeOrdered = (
  db: Db,
  { customerId, orders }: { customerId: string; orders: Pick<OrderRow, 'product_id' | 'size'>[] },
) =>
  db
    .deleteFrom('cart_lines')
    .where('customer_id', '=', customerId)
    .where((e) =>
      e.or(
        orders.map(({ product_id, size }) => e.and([e('product_id', '=', product_id), e('size', '=', size)])),
      ),
    )
    .returning('product_id')

export const deleteCart = (tx: Tx, customerId: string) =>
  tx.deleteFrom('cart_lines').where('customer_id', '=', customerId).execute()

export const exportCart = (db: Db, customerId: string) =>
  db.selectFrom('cart_lines').selectAll().where('customer_id', '=', customerId).execute()
