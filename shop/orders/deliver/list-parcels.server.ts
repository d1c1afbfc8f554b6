import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderRow, ParcelRow, PurchaseRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { readNumbers } from '~/shop/catalogue/numbers/number-lines.ts'
import { productsByIds } from '~/shop/catalogue/store.server.ts'
import { orderedFit } from '~/shop/fitment/ordered-fit.server.ts'
import type { Parcel, Slip } from './contract.ts'
import type { ParcelFilter } from './delivery-rules.ts'
import { addressIn, isCollected, progressOf } from './delivery-rules.ts'
import { backPieces, stillToPack } from './parcel-lines.server.ts'
import type { PackedParcel } from './parcel-store.server.ts'
import { parcelsOf } from './parcel-store.server.ts'
import { byShelf } from './slips.ts'

/** Oldest first: who has waited longest is packed first. */
export async function listParcels(db: Db, query: ListQuery & { state: ParcelFilter }) {
  const list = {
    table: 'parcels',
    keys: ['created_at', 'id'],
    direction: 'asc',
    where: [sql<boolean>`state = ${query.state}`],
  } as const
  const page = await readListPage<ParcelRow>(db, list, query)
  return page.withRows(await shownParcels(db, page.rows))
}

/** All that is known of their purchases. */
async function shownParcels(db: Db | Tx, rows: ParcelRow[]) {
  const ids = [...new Set(rows.map(({ purchase_id }) => purchase_id))]
  if (ids.length === 0) return []
  const purchases = await db.selectFrom('purchases').selectAll().where('id', 'in', ids).execute()
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('purchase_id', 'in', ids)
    .orderBy('id')
    .execute()
  const parcels = await parcelsOf(db, ids)
  const back = await backPieces(db, ids)
  return rows.map((row) =>
    toParcel(row.id, {
      purchase: purchases.find(({ id }) => id === row.purchase_id)!,
      orders: orders.filter(({ purchase_id }) => purchase_id === row.purchase_id),
      parcels: parcels.filter(({ purchase_id }) => purchase_id === row.purchase_id),
      back,
    }),
  )
}

/** In the order in which they are named; what has nothing to send has no slip. */
export async function readSlips(db: Db, ids: string[]): Promise<Slip[]> {
  const rows = await db.selectFrom('parcels').selectAll().where('id', 'in', ids).execute()
  const parcels = await shownParcels(
    db,
    rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  )
  const productIds = parcels.flatMap(({ lines }) => lines).map(({ productId }) => productId)
  const products = new Map((await productsByIds(db, [...new Set(productIds)])).map((it) => [it._id, it]))
  return parcels.map(({ email: _, ...parcel }) => ({
    ...parcel,
    lines: parcel.lines
      .map((line) => {
        const product = products.get(line.productId)
        const own = readNumbers(product?.numbers ?? '').find(({ kind }) => kind === 'own')
        return { ...line, shelf: product?.shelf ?? '', ...(own && { partNumber: own.number }) }
      })
      .sort(byShelf),
  }))
}

/** For the list of what is to be done: how many, and who has waited longest. */
export async function waitingParcels(db: Db, state: ParcelFilter, limit: number) {
  const { rows, total } = await listParcels(db, { state, page: 1, limit })
  const items = rows.map(({ purchaseId, userName, createdAt, lines }) => ({
    id: purchaseId,
    who: userName,
    what: lines.map(({ productName }) => productName).join(', '),
    since: createdAt,
  }))
  return { count: total, items }
}

type Whole = {
  purchase: PurchaseRow
  orders: OrderRow[]
  /** All of its purchase. */
  parcels: PackedParcel[]
  back: Map<string, number>
}

function toParcel(id: string, { purchase, orders, parcels, back }: Whole): Parcel {
  const { email, user_name } = orders[0]!
  const nth = parcels.findIndex((it) => it.id === id)
  const parcel = parcels[nth]!
  const lines = orders.flatMap((order) => {
    const quantity = parcel.pieces.get(order.id)
    if (quantity === undefined) return []
    const over = parcel.state === 'packed' ? -stillToPack(parcels, order, back) : 0
    return {
      orderId: order.id,
      productId: order.product_id,
      productName: order.product_name,
      image: order.image,
      size: order.size,
      quantity,
      ...(over > 0 && { refunded: Math.min(over, quantity) }),
      ...(order.fit && { fit: orderedFit(order.fit) }),
    }
  })
  return {
    _id: id,
    purchaseId: purchase.id,
    ...(parcels.length > 1 && { part: { nth: nth + 1, of: parcels.length } }),
    email,
    userName: user_name,
    createdAt: purchase.created_at,
    ...(purchase.address && { address: addressIn(purchase)! }),
    ...(isCollected(purchase) && { isCollected: true as const }),
    delivery: progressOf(parcel.state, parcel),
    disputed: isDisputed(orders),
    version: versionOf(purchase, parcel),
    lines,
  }
}

/** Of all that its slip says and that may change: short enough to be read from paper. */
export function versionOf(purchase: PurchaseRow, { pieces }: PackedParcel) {
  const lines = [...pieces].sort(([a], [b]) => (a < b ? -1 : 1))
  const said = JSON.stringify([purchase.address, isCollected(purchase), lines])
  return createHash('sha256').update(said).digest('hex').slice(0, 8).toUpperCase()
}

/** The bank asks about the payment, takes it back, or has taken it. */
export const isDisputed = (orders: OrderRow[]) =>
  orders.some(({ dispute_state: state }) => state === 'inquiry' || state === 'open' || state === 'lost')
