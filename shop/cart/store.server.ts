import type { CartLineRow, OrderRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { toCents, toDollars } from '~/platform/money.ts'
import { hiddenAmong } from '~/shop/catalogue/store.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { refuse } from './contract.ts'
import type { CartLine, CartLists, ListName } from './rules.ts'
import { isSameLine, listNames, mergeCarts, mostLines, withLine } from './rules.ts'

/** Each list in the order in which the parts were put into it. */
export async function cartOf(db: Db | Tx, customerId: string): Promise<CartLists> {
  const rows = await db
    .selectFrom('cart_lines')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('added_at')
    .orderBy('product_id')
    .orderBy('size')
    .execute()
  return {
    lines: rows.filter(({ saved_at }) => saved_at === null).map(toLine),
    saved: rows.filter(({ saved_at }) => saved_at !== null).map(toLine),
  }
}

const toLine = ({ product_id, size, quantity, seen_cents, vehicle_id, facts }: CartLineRow): CartLine => ({
  productId: product_id,
  size,
  quantity,
  ...(seen_cents !== null && { price: toDollars(seen_cents) }),
  ...(vehicle_id !== null && { car: { vehicleId: vehicle_id, facts: facts ?? '' } }),
})

/** What is hidden is not put in; a line that is there already can be changed, moved and removed. */
export async function setLine(database: Database, customerId: string, line: CartLine, list: ListName) {
  const isHidden = (await hiddenAmong(database.db, [line.productId])).size > 0
  return changeCart(database, customerId, (cart) => {
    const isKnown = listNames.some((name) => cart[name].some((it) => isSameLine(it, line)))
    if (isHidden && line.quantity > 0 && !isKnown) throw refuse('unknown_product', { field: 'productId' })
    return withLine(cart, line, list)
  })
}

export async function mergeInto(database: Database, customerId: string, added: CartLists) {
  const ids = [...added.lines, ...added.saved].map(({ productId }) => productId)
  const hidden = await hiddenAmong(database.db, ids)
  const sold = (lines: CartLine[]) => lines.filter(({ productId }) => !hidden.has(productId))
  return changeCart(database, customerId, (cart) =>
    mergeCarts(cart, { lines: sold(added.lines), saved: sold(added.saved) }),
  )
}

/** The customer is locked, so that no line of two changes at once is lost and none is left behind by a deletion. */
const changeCart = (database: Database, customerId: string, change: (cart: CartLists) => CartLists) =>
  database.change([], async (tx) => {
    if (!(await lockIdentity(database, tx, customerId))) throw new Unauthenticated()
    const before = await cartOf(tx, customerId)
    const after = change(before)
    const isOverfull = (list: ListName) =>
      after[list].length > mostLines && after[list].length > before[list].length
    if (isOverfull('lines')) throw refuse('cart_full')
    if (isOverfull('saved')) throw refuse('saved_full')
    // What moves from one list to the other is removed and comes again, at the end.
    const removed = listNames.flatMap((list) =>
      before[list].filter((line) => !after[list].some((it) => isSameLine(it, line))),
    )
    if (removed.length > 0) await removeLines(tx, customerId, removed).execute()
    const rows = listNames.flatMap((list) =>
      after[list].filter((line) => !before[list].includes(line)).map(toRow(customerId, list)),
    )
    if (rows.length > 0)
      await tx
        .insertInto('cart_lines')
        .values(rows)
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
  (customerId: string, list: ListName) =>
  ({ productId, size, quantity, price, car }: CartLine, n: number): CartLineRow => {
    const now = new Date(Date.now() + n).toISOString()
    return {
      customer_id: customerId,
      product_id: productId,
      size,
      quantity,
      seen_cents: price === undefined ? null : toCents(price),
      vehicle_id: car?.vehicleId ?? null,
      facts: car?.facts ?? null,
      added_at: now,
      saved_at: list === 'saved' ? now : null,
    }
  }

const removeLines = (tx: Tx, customerId: string, lines: Pick<CartLine, 'productId' | 'size'>[]) =>
  tx
    .deleteFrom('cart_lines')
    .where('customer_id', '=', customerId)
    .where((e) =>
      e.or(
        lines.map(({ productId, size }) => e.and([e('product_id', '=', productId), e('size', '=', size)])),
      ),
    )

/** The lines of these orders, and nothing that is saved for later: to be a statement of the batch that places them. */
export const removeOrdered = (
  db: Db,
  { customerId, orders }: { customerId: string; orders: Pick<OrderRow, 'product_id' | 'size'>[] },
) =>
  db
    .deleteFrom('cart_lines')
    .where('customer_id', '=', customerId)
    .where('saved_at', 'is', null)
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
