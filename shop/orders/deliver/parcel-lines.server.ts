import { sql } from 'kysely'
import type { OrderRow, ParcelRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { rankOf } from './delivery-rules.ts'
import type { PackedParcel } from './parcel-store.server.ts'
import { parcelsOf, removeParcel, storeLines } from './parcel-store.server.ts'
import { piecesLeft } from './returns-store.server.ts'

/** Without what was cancelled, refunded or returned; what is for sale again stays here, even if its refund bounces. */
export const piecesToSend = (orders: OrderRow[]) =>
  orders
    .filter(({ state }) => state !== 'cancelled')
    .map((order) => ({
      ...order,
      quantity: Math.min(piecesLeft(order), order.quantity - order.restocked_quantity),
    }))
    .filter(({ quantity }) => quantity > 0)

const isOpen = ({ state }: Pick<ParcelRow, 'state'>) => state === 'needs_address' || state === 'to_pack'
const isPacked = ({ state }: Pick<ParcelRow, 'state'>) => state === 'packed'
const hasGone = ({ state }: Pick<ParcelRow, 'state'>) => state === 'shipped' || state === 'delivered'

const inside = (parcels: PackedParcel[], orderId: string) =>
  parcels.reduce((total, { pieces }) => total + (pieces.get(orderId) ?? 0), 0)

/** The pieces of an order that are packed, or have left. */
export const packedPieces = (parcels: PackedParcel[], orderId: string) =>
  inside(
    parcels.filter((parcel) => !isOpen(parcel)),
    orderId,
  )

/** By order, how many pieces were sent back and are here. */
export async function backPieces(db: Db | Tx, purchaseIds: string[]) {
  const back = new Map<string, number>()
  if (purchaseIds.length === 0) return back
  const rows = await db
    .selectFrom('returns')
    .select(['order_id', 'quantity'])
    .where('purchase_id', 'in', purchaseIds)
    .where('received_at', 'is not', null)
    .execute()
  for (const { order_id, quantity } of rows) back.set(order_id, (back.get(order_id) ?? 0) + quantity)
  return back
}

/** The pieces of an order that are packed here, or have left and have not come back. */
export function packedAndKept(parcels: PackedParcel[], orderId: string, back: Map<string, number>) {
  const sent = inside(parcels.filter(hasGone), orderId)
  return Math.max(0, sent - (back.get(orderId) ?? 0)) + inside(parcels.filter(isPacked), orderId)
}

/** How many pieces of an order are still to be packed; below zero, so many that are packed are to be sent no more. */
export const stillToPack = (parcels: PackedParcel[], order: OrderRow, back: Map<string, number>) =>
  (piecesToSend([order])[0]?.quantity ?? 0) - packedAndKept(parcels, order.id, back)

/**
 * Puts into the parcels what is to be sent, once that has changed: what was refunded, cancelled or taken out leaves the
 * newest one that is not packed. What is packed stays as it was packed, unless all of it is refunded. The purchase and its
 * orders show where the parcels are. The purchase must be locked.
 */
export async function settleParcels(tx: Tx, purchaseId: string) {
  const parcels = await parcelsOf(tx, [purchaseId])
  if (parcels.length === 0) return
  const orders = await ordersOfPurchase(tx, purchaseId)
  const back = await backPieces(tx, [purchaseId])
  const newestFirst = parcels.filter(isOpen).reverse()
  const changed = new Set<PackedParcel>()
  for (const order of orders) {
    const wanted = Math.max(0, stillToPack(parcels, order, back))
    let change = wanted - inside(newestFirst, order.id)
    // A refund that has bounced, or a step that was taken back, may add some again.
    const holding = newestFirst.filter(({ pieces }) => pieces.has(order.id))
    for (const parcel of change > 0 ? [holding[0] ?? newestFirst[0]] : holding) {
      if (!parcel || change === 0) break
      const before = parcel.pieces.get(order.id) ?? 0
      const after = Math.max(0, before + change)
      change -= after - before
      if (after > 0) parcel.pieces.set(order.id, after)
      else parcel.pieces.delete(order.id)
      changed.add(parcel)
    }
  }
  for (const parcel of changed) await storeLines(tx, parcel)
  const toSend = new Set(piecesToSend(orders).map(({ id }) => id))
  const isOver = (parcel: PackedParcel) =>
    isOpen(parcel)
      ? parcel.pieces.size === 0
      : parcel.state === 'packed' && ![...parcel.pieces.keys()].some((id) => toSend.has(id))
  for (const parcel of parcels.filter(isOver)) await removeParcel(tx, parcel)
  await showProgress(
    tx,
    purchaseId,
    parcels.filter((parcel) => !isOver(parcel)),
  )
}

/** Somebody has opened what is packed: pieces of these orders that are to be sent no more are taken out of it. */
export async function openPacked(tx: Tx, purchaseId: string, orderIds: string[]) {
  const parcels = await parcelsOf(tx, [purchaseId])
  const back = await backPieces(tx, [purchaseId])
  const packed = parcels.filter(isPacked).reverse()
  for (const order of await ordersOfPurchase(tx, purchaseId)) {
    if (!orderIds.includes(order.id)) continue
    let over = -stillToPack(parcels, order, back)
    for (const parcel of packed) {
      const out = Math.min(over, parcel.pieces.get(order.id) ?? 0)
      if (out <= 0) continue
      over -= out
      parcel.pieces.set(order.id, parcel.pieces.get(order.id)! - out)
      await storeLines(tx, parcel)
    }
  }
}

const timeOf = ({ delivered_at, shipped_at, packed_at }: ParcelRow) =>
  delivered_at ?? shipped_at ?? packed_at ?? ''

/** A purchase is where its least advanced parcel is, of equal ones the last, and an order where its own are. */
export async function showProgress(tx: Tx, purchaseId: string, parcels: PackedParcel[]) {
  const leastFirst = parcels.toSorted(
    (a, b) => rankOf(a.state) - rankOf(b.state) || (timeOf(a) < timeOf(b) ? 1 : -1),
  )
  const [shown] = leastFirst
  await tx
    .updateTable('purchases')
    .set({
      delivery_state: shown?.state ?? null,
      packed_at: shown?.packed_at ?? null,
      shipped_at: shown?.shipped_at ?? null,
      delivered_at: shown?.delivered_at ?? null,
      carrier: shown?.carrier ?? null,
      carrier_name: shown?.carrier_name ?? null,
      tracking_number: shown?.tracking_number ?? null,
      tracking_url: shown?.tracking_url ?? null,
    })
    .where('id', '=', purchaseId)
    .execute()
  for (const order of await ordersOfPurchase(tx, purchaseId)) {
    const own = leastFirst.find(({ pieces }) => pieces.has(order.id))
    const state = (own ?? shown)?.state ?? null
    if (order.state === 'cancelled' || order.delivery_state === state) continue
    await tx.updateTable('orders').set({ delivery_state: state }).where('id', '=', order.id).execute()
  }
}

/** For a statement about orders: nothing of them is packed. */
export const nothingIsPacked = sql<boolean>`not exists (
  select 1 from parcel_lines join parcels on parcels.id = parcel_lines.parcel_id
  where parcel_lines.order_id = orders.id and parcels.state not in ('needs_address', 'to_pack'))`
