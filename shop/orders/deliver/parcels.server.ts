import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { OwnCarrier } from '~/shop/business/carrier-lines.ts'
import { readNumbers } from '~/shop/catalogue/numbers/number-lines.ts'
import { productsByIds } from '~/shop/catalogue/store.server.ts'
import { orderedFit } from '~/shop/fitment/ordered-fit.server.ts'
import { addressMail, deliveredMail, newOrderMail, shippedMail } from '../mails.ts'
import { lockPurchase, ordersOfPurchase } from '../purchases.server.ts'
import type { WithdrawalTerms } from '../withdrawal-terms.server.ts'
import { lastDayToStore } from '../withdrawal-terms.server.ts'
import type { PackParcels, Parcel, ShipParcel, Slip } from './contract.ts'
import { refuse } from './contract.ts'
import type { DeliveryState, ParcelFilter } from './delivery-rules.ts'
import { addressIn, carrierOf, deliveryOf, isCollected, stepBack, trackingUrl } from './delivery-rules.ts'
import { piecesLeft } from './returns-store.server.ts'
import { byShelf } from './slips.ts'

/** Oldest first: who has waited longest is packed first. */
export async function listParcels(db: Db, query: ListQuery & { state: ParcelFilter }) {
  const list = {
    table: 'purchases',
    keys: ['created_at', 'id'],
    direction: 'asc',
    // A literal condition, because SQLite only uses a partial index when the query repeats it.
    where: [sql<boolean>`delivery_state is not null and delivery_state = ${query.state}`],
  } as const
  const page = await readListPage<PurchaseRow>(db, list, query)
  const ordersOf = await ordersByPurchase(db, page.rows)
  return page.map((row) => toParcel(row, ordersOf(row)))
}

async function ordersByPurchase(db: Db, purchases: PurchaseRow[]) {
  const ids = purchases.map(({ id }) => id)
  const orders =
    ids.length > 0
      ? await db.selectFrom('orders').selectAll().where('purchase_id', 'in', ids).orderBy('id').execute()
      : []
  return ({ id }: PurchaseRow) => orders.filter(({ purchase_id }) => purchase_id === id)
}

/** In the order in which they are named; what has nothing to send has no slip. */
export async function readSlips(db: Db, ids: string[]): Promise<Slip[]> {
  const purchases = await db
    .selectFrom('purchases')
    .selectAll()
    .where('id', 'in', ids)
    .where('delivery_state', 'is not', null)
    .execute()
  const ordersOf = await ordersByPurchase(db, purchases)
  const productIds = purchases.flatMap(ordersOf).map(({ product_id }) => product_id)
  const products = new Map((await productsByIds(db, [...new Set(productIds)])).map((it) => [it._id, it]))
  return purchases
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((purchase) => {
      const orders = ordersOf(purchase)
      const { email: _, ...parcel } = toParcel(purchase, orders)
      const lines = parcel.lines.map((line) => {
        const productId = orders.find(({ id }) => id === line.orderId)!.product_id
        const product = products.get(productId)
        const own = readNumbers(product?.numbers ?? '').find(({ kind }) => kind === 'own')
        return {
          ...line,
          productId,
          shelf: product?.shelf ?? '',
          ...(own && { partNumber: own.number }),
        }
      })
      return { ...parcel, lines: lines.sort(byShelf) }
    })
}

/** For the list of what is to be done: how many, and who has waited longest. */
export async function waitingParcels(db: Db, state: ParcelFilter, limit: number) {
  const { rows, total } = await listParcels(db, { state, page: 1, limit })
  const items = rows.map(({ _id, userName, createdAt, lines }) => ({
    id: _id,
    who: userName,
    what: lines.map(({ productName }) => productName).join(', '),
    since: createdAt,
  }))
  return { count: total, items }
}

const toParcel = (purchase: PurchaseRow, orders: OrderRow[]): Parcel => {
  const { email, user_name } = orders[0]!
  return {
    _id: purchase.id,
    purchaseId: purchase.id,
    email,
    userName: user_name,
    createdAt: purchase.created_at,
    ...(purchase.address && { address: addressIn(purchase)! }),
    ...(isCollected(purchase) && { isCollected: true as const }),
    delivery: deliveryOf(purchase)!,
    disputed: isDisputed(orders),
    version: versionOf(purchase, orders),
    lines: piecesToSend(orders).map(({ id, product_name, image, size, quantity, fit }) => ({
      orderId: id,
      productName: product_name,
      image,
      size,
      quantity,
      ...(fit && { fit: orderedFit(fit) }),
    })),
  }
}

/** Of all that its slip says and that may change: short enough to be read from paper. */
function versionOf(purchase: PurchaseRow, orders: OrderRow[]) {
  const pieces = piecesToSend(orders).map(({ id, quantity }) => [id, quantity])
  const said = JSON.stringify([purchase.address, isCollected(purchase), pieces])
  return createHash('sha256').update(said).digest('hex').slice(0, 8).toUpperCase()
}

/** The bank asks about the payment, takes it back, or has taken it. */
const isDisputed = (orders: OrderRow[]) =>
  orders.some(({ dispute_state: state }) => state === 'inquiry' || state === 'open' || state === 'lost')

/** Without what was cancelled, refunded or returned; what is for sale again stays here, even if its refund bounces. */
export const piecesToSend = (orders: OrderRow[]) =>
  orders
    .filter(({ state }) => state !== 'cancelled')
    .map((order) => ({
      ...order,
      quantity: Math.min(piecesLeft(order), order.quantity - order.restocked_quantity),
    }))
    .filter(({ quantity }) => quantity > 0)

const steps = { packed: 'parcel packed', shipped: 'parcel shipped', delivered: 'parcel delivered' } as const

type Step = {
  from: DeliveryState
  to: keyof typeof steps
  /** What else is stored with the step. */
  set: Partial<PurchaseRow> | ((purchase: PurchaseRow) => Partial<PurchaseRow>)
  /** What its slip says, if somebody has looked. */
  seen?: string | undefined
  mail?: (purchase: PurchaseRow, orders: OrderRow[]) => Parameters<typeof queueMail>[1]
}

const now = () => new Date().toISOString()

/**
 * Those of these that were still to be packed; a second click packs nothing twice. One without an address, or one that is
 * not as its slip says, stops the others no more than one that is packed already.
 */
export async function packParcels(database: Database, admin: Caller, { ids, seen = {} }: PackParcels) {
  let modifiedCount = 0
  const changed: string[] = []
  let refusal: Refusal | undefined
  for (const id of ids.toSorted())
    try {
      const step: Step = { from: 'to_pack', to: 'packed', set: { packed_at: now() }, seen: seen[id] }
      if (await takeStep(database, admin, id, step)) modifiedCount += 1
    } catch (error) {
      if (!(error instanceof Refusal) || !mayStayBehind.has(error.reason)) throw error
      if (error.reason === 'parcel_changed') changed.push(id)
      refusal = error
    }
  if (modifiedCount === 0 && refusal) throw refusal
  return { modifiedCount, ...(changed.length > 0 && { changed }) }
}

const mayStayBehind = new Set(['no_address', 'parcel_changed'])

/** With the name and the tracking page that the carrier has now: the owner may change them, and the mail is sent. */
export function shipParcel(
  database: Database,
  admin: Caller,
  id: string,
  { carrier: code, trackingNumber }: ShipParcel,
  own: OwnCarrier[] = [],
) {
  const carrier = carrierOf(code, own)
  if (!carrier) throw refuse('unknown_carrier', { field: 'carrier' })
  return takeStep(database, admin, id, {
    from: 'packed',
    to: 'shipped',
    set: {
      shipped_at: now(),
      carrier: code,
      carrier_name: carrier.name,
      tracking_number: trackingNumber ?? null,
      tracking_url: trackingUrl(carrier, trackingNumber) ?? null,
    },
    mail: shippedMail,
  })
}

/** From then on the days to withdraw are counted. */
export function deliverParcel(database: Database, admin: Caller, id: string, terms: WithdrawalTerms) {
  const delivered_at = now()
  return takeStep(database, admin, id, {
    from: 'shipped',
    to: 'delivered',
    set: (purchase) => ({
      delivered_at,
      withdrawable_until: lastDayToStore(terms, purchase, delivered_at),
    }),
    mail: deliveredMail,
  })
}

/** False when it is at another step. The step, its mail and its audit entry are one transaction. */
const takeStep = (database: Database, admin: Caller, id: string, { from, to, set, seen, mail }: Step) =>
  database.change([], async (tx) => {
    const purchase = await lockPurchase(database, tx, id)
    if (!purchase) throw refuse('unknown_purchase')
    if (purchase.delivery_state !== from) return false
    const all = await ordersOfPurchase(tx, id)
    const orders = piecesToSend(all)
    // Nothing leaves the shop unpaid; what costs nothing needs no payment.
    if (orders.some(({ state, price_cents }) => state === 'unpaid' && price_cents > 0)) return false
    if (isDisputed(orders) && to === 'packed') return false
    if (isDisputed(orders) && to === 'shipped') throw refuse('disputed')
    if (!purchase.address && !isCollected(purchase) && to !== 'delivered') throw refuse('no_address')
    if (seen && seen !== versionOf(purchase, all)) throw refuse('parcel_changed')
    const stored = typeof set === 'function' ? set(purchase) : set
    await setDelivery(tx, id, { ...stored, delivery_state: to })
    await record(tx, admin, { what: steps[to], subject: id, details: { from, to } })
    if (mail) await queueMail(tx, mail({ ...purchase, ...stored }, orders))
    return true
  })

/** Its customer is mailed where to say it, once a day however often it is asked. */
export const askForAddress = (database: Database, admin: Caller, id: string) =>
  database.change([], async (tx) => {
    const purchase = await lockPurchase(database, tx, id)
    if (!purchase) throw refuse('unknown_purchase')
    if (purchase.delivery_state !== 'needs_address') throw refuse('has_address')
    const orders = piecesToSend(await ordersOfPurchase(tx, id))
    if (!(await queueMail(tx, addressMail(purchase, orders, now().slice(0, 10))))) throw refuse('asked_today')
    await record(tx, admin, { what: 'address asked for', subject: id })
  })

/** One step back, for a mistake; what was mailed stays mailed. */
export const undoStep = (database: Database, admin: Caller, id: string, seen?: DeliveryState) =>
  database.change([], async (tx) => {
    const purchase = await lockPurchase(database, tx, id)
    if (!purchase) throw refuse('unknown_purchase')
    const from = purchase.delivery_state
    if (seen && seen !== from) throw refuse('another_step')
    const to = from && stepBack[from]
    if (!to) throw refuse('no_step_back')
    // That of somebody who is deleted could not be shipped again.
    if (from === 'shipped' && !purchase.address && !isCollected(purchase)) throw refuse('address_gone')
    const forgotten: Partial<PurchaseRow> =
      from === 'packed'
        ? { packed_at: null }
        : from === 'shipped'
          ? { shipped_at: null, carrier: null, carrier_name: null, tracking_number: null, tracking_url: null }
          : { delivered_at: null, withdrawable_until: null }
    await setDelivery(tx, id, { ...forgotten, delivery_state: to })
    // What came back after it was shipped is not packed and sent again.
    await stopIfNothingIsLeft(tx, id)
    await record(tx, admin, { what: 'parcel step undone', subject: id, details: { from, to } })
  })

/** The purchase knows, and its orders show it. */
export async function setDelivery(
  tx: Tx,
  purchaseId: string,
  change: Partial<PurchaseRow> & { delivery_state: DeliveryState | null },
) {
  await tx.updateTable('purchases').set(change).where('id', '=', purchaseId).execute()
  await tx
    .updateTable('orders')
    .set({ delivery_state: change.delivery_state })
    .where('purchase_id', '=', purchaseId)
    .where('state', '<>', 'cancelled')
    .execute()
}

/** What was refunded, cancelled or taken out again before it was shipped is not sent. */
export async function stopIfNothingIsLeft(tx: Tx, purchaseId: string) {
  // Not as its orders show it: one that was cancelled shows where the parcel was then.
  const { delivery_state: at } = await tx
    .selectFrom('purchases')
    .select('delivery_state')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const isWaiting = at === 'needs_address' || at === 'to_pack' || at === 'packed'
  if (isWaiting && piecesToSend(await ordersOfPurchase(tx, purchaseId)).length === 0)
    await setDelivery(tx, purchaseId, { delivery_state: null })
}

/**
 * A purchase that costs nothing, or whose rest does, is packed as soon as it has an address, and its owner is told; of
 * what is paid for, that is told with the payment. The purchase must be locked.
 */
export async function packFree(tx: Tx, purchaseId: string, shopEmail: string) {
  const purchase = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const orders = piecesToSend(await ordersOfPurchase(tx, purchaseId))
  const isKnown = purchase.address || isCollected(purchase)
  if (!isKnown || purchase.delivery_state || !needsNoPayment(orders)) return
  await setDelivery(tx, purchaseId, { delivery_state: 'to_pack' })
  await queueMail(tx, newOrderMail(shopEmail, purchase, orders))
}

export const needsNoPayment = (orders: OrderRow[]) =>
  orders.length > 0 && orders.every(({ state, price_cents }) => state === 'unpaid' && price_cents === 0)
