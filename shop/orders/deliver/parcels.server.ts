import type { OrderRow, ParcelRow, PurchaseRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { OwnCarrier } from '~/shop/business/carrier-lines.ts'
import type { Sent } from '../mails.ts'
import { addressMail, deliveredMail, newOrderMail, shippedMail } from '../mails.ts'
import { lockPurchase, ordersOfPurchase } from '../purchases.server.ts'
import type { WithdrawalTerms } from '../withdrawal-terms.server.ts'
import { lastDayToStore } from '../withdrawal-terms.server.ts'
import type { PackParcels, ShipParcel, SplitParcel } from './contract.ts'
import { refuse } from './contract.ts'
import type { DeliveryState } from './delivery-rules.ts'
import { carrierOf, isCollected, mostParcels, rankOf, stepBack, trackingUrl } from './delivery-rules.ts'
import { isDisputed, versionOf } from './list-parcels.server.ts'
import { openPacked, piecesToSend, settleParcels, showProgress } from './parcel-lines.server.ts'
import type { PackedParcel } from './parcel-store.server.ts'
import { parcelsOf, removeParcel, storeLines } from './parcel-store.server.ts'

const steps = { packed: 'parcel packed', shipped: 'parcel shipped', delivered: 'parcel delivered' } as const

type Step = {
  from: DeliveryState
  to: keyof typeof steps
  /** What else is stored with the step. */
  set: Partial<ParcelRow>
  /** What the purchase itself keeps of it, when all of its parcels are known. */
  kept?: (purchase: PurchaseRow, parcels: ParcelRow[]) => Partial<PurchaseRow>
  /** What its slip says, if somebody has looked. */
  seen?: string | undefined
  mail?: (purchase: PurchaseRow, parcel: ParcelRow, sent: Sent) => Parameters<typeof queueMail>[1]
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
    set: { delivered_at },
    // With its last part.
    kept: (purchase, parcels) =>
      parcels.every(({ state }) => state === 'delivered')
        ? { withdrawable_until: lastDayToStore(terms, purchase, delivered_at) }
        : {},
    mail: deliveredMail,
  })
}

/** False when it is at another step. The step, its mail and its audit entry are one transaction. */
const takeStep = (database: Database, admin: Caller, id: string, { from, to, set, kept, seen, mail }: Step) =>
  database.change([], async (tx) => {
    const found = await lockParcel(database, tx, id)
    if (!found) return false
    const { purchase, parcel, parcels } = found
    if (parcel.state !== from) return false
    const orders = await ordersOfPurchase(tx, purchase.id)
    const toSend = piecesToSend(orders)
    // Nothing leaves the shop unpaid; what costs nothing needs no payment.
    if (toSend.some(({ state, price_cents }) => state === 'unpaid' && price_cents > 0)) return false
    if (isDisputed(toSend) && to === 'packed') return false
    if (isDisputed(toSend) && to === 'shipped') throw refuse('disputed')
    if (!purchase.address && !isCollected(purchase) && to !== 'delivered') throw refuse('no_address')
    if (seen && seen !== versionOf(purchase, parcel)) throw refuse('parcel_changed')
    await moveParcel(tx, parcel, { ...set, state: to })
    await showProgress(tx, purchase.id, parcels)
    await keep(tx, purchase.id, kept?.(purchase, parcels))
    await record(tx, admin, {
      what: steps[to],
      subject: purchase.id,
      details: { from, to, ...partOf(found) },
    })
    if (mail) await queueMail(tx, mail(purchase, parcel, sentWith(found, orders)))
    return true
  })

/**
 * By its own id, or that of a purchase that has one; undefined where there is nothing to send. One that was put into
 * another before the purchase was locked is unknown, as it is afterwards.
 */
async function lockParcel(database: Pick<Database, 'locking'>, tx: Tx, id: string) {
  const row = await tx.selectFrom('parcels').select('purchase_id').where('id', '=', id).executeTakeFirst()
  const purchase = await lockPurchase(database, tx, row?.purchase_id ?? id)
  if (!purchase) throw refuse('unknown_purchase')
  const parcels = await parcelsOf(tx, [purchase.id])
  if (row && !parcels.some((it) => it.id === id)) throw refuse('unknown_purchase')
  const [only, ...others] = parcels
  const parcel = parcels.find((it) => it.id === id) ?? (others.length === 0 ? only : undefined)
  return parcel && { purchase, parcel, parcels }
}
type Found = NonNullable<Awaited<ReturnType<typeof lockParcel>>>

async function moveParcel(tx: Tx, parcel: PackedParcel, change: Partial<ParcelRow>) {
  await tx.updateTable('parcels').set(change).where('id', '=', parcel.id).execute()
  Object.assign(parcel, change)
}

async function keep(tx: Tx, purchaseId: string, change: Partial<PurchaseRow> = {}) {
  if (Object.keys(change).length > 0)
    await tx.updateTable('purchases').set(change).where('id', '=', purchaseId).execute()
}

const partOf = ({ parcel, parcels }: Found) =>
  parcels.length > 1 ? { parcel: `${parcels.indexOf(parcel) + 1} of ${parcels.length}` } : {}

/** What is in a parcel, and what is still to come in others, with as many pieces of each order. */
function sentWith({ parcel, parcels }: Found, orders: OrderRow[]): Sent {
  const linesIn = ({ pieces }: PackedParcel) =>
    orders.flatMap((order) => {
      const quantity = pieces.get(order.id)
      return quantity ? { ...order, quantity } : []
    })
  const toCome = parcels.filter(({ state }) => rankOf(state) < rankOf('shipped'))
  return { lines: linesIn(parcel), toCome: toCome.flatMap(linesIn) }
}

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
    const found = await lockParcel(database, tx, id)
    const from = found?.parcel.state
    if (seen && seen !== from) throw refuse('another_step')
    const to = from && stepBack[from]
    if (!found || !to) throw refuse('no_step_back')
    const { purchase, parcel } = found
    // That of somebody who is deleted could not be shipped again.
    if (from === 'shipped' && !purchase.address && !isCollected(purchase)) throw refuse('address_gone')
    const forgotten: Partial<ParcelRow> =
      from === 'packed'
        ? { packed_at: null }
        : from === 'shipped'
          ? { shipped_at: null, carrier: null, carrier_name: null, tracking_number: null, tracking_url: null }
          : { delivered_at: null }
    await moveParcel(tx, parcel, { ...forgotten, state: to })
    await keep(tx, purchase.id, { withdrawable_until: null })
    // What came back after it was shipped is not packed and sent again.
    if (to === 'packed') await openPacked(tx, purchase.id, [...parcel.pieces.keys()])
    await settleParcels(tx, purchase.id)
    const details = { from, to, ...partOf(found) }
    await record(tx, admin, { what: 'parcel step undone', subject: purchase.id, details })
  })

/** Moves pieces of a parcel that is not packed yet into a new one: not all of them, and none that are not in it. */
export const splitParcel = (database: Database, admin: Caller, id: string, { lines, seen }: SplitParcel) =>
  database.change([], async (tx) => {
    const found = await lockParcel(database, tx, id)
    if (found?.parcel.state !== 'to_pack') throw refuse('another_step')
    const { purchase, parcel, parcels } = found
    if (seen && seen !== versionOf(purchase, parcel)) throw refuse('parcel_changed')
    if (parcels.length >= mostParcels) throw refuse('too_many_parcels')
    const moved = new Map<string, number>()
    for (const { orderId, quantity } of lines) moved.set(orderId, (moved.get(orderId) ?? 0) + quantity)
    const stays = new Map([...parcel.pieces].map(([orderId, n]) => [orderId, n - (moved.get(orderId) ?? 0)]))
    const isInside = [...moved].every(([orderId]) => (stays.get(orderId) ?? -1) >= 0)
    if (!isInside || [...stays.values()].every((n) => n === 0)) throw refuse('no_such_split')
    const next: ParcelRow = {
      id: newId(),
      purchase_id: purchase.id,
      nth: Math.max(...parcels.map(({ nth }) => nth)) + 1,
      state: 'to_pack',
      created_at: parcel.created_at,
      packed_at: null,
      shipped_at: null,
      delivered_at: null,
      carrier: null,
      carrier_name: null,
      tracking_number: null,
      tracking_url: null,
    }
    await tx.insertInto('parcels').values(next).execute()
    await storeLines(tx, { id: next.id, pieces: moved })
    await storeLines(tx, { id: parcel.id, pieces: stays })
    await showProgress(tx, purchase.id, await parcelsOf(tx, [purchase.id]))
    const pieces = [...moved.values()].reduce((total, n) => total + n, 0)
    await record(tx, admin, { what: 'parcel split', subject: purchase.id, details: { pieces } })
    return next.id
  })

/** The way back: its pieces go into another one that is not packed either. */
export const joinParcel = (database: Database, admin: Caller, id: string) =>
  database.change([], async (tx) => {
    const found = await lockParcel(database, tx, id)
    if (found?.parcel.state !== 'to_pack') throw refuse('another_step')
    const { purchase, parcel, parcels } = found
    const into = parcels.find((it) => it !== parcel && it.state === 'to_pack')
    if (!into) throw refuse('nothing_to_join')
    for (const [orderId, quantity] of parcel.pieces)
      into.pieces.set(orderId, (into.pieces.get(orderId) ?? 0) + quantity)
    await storeLines(tx, into)
    await removeParcel(tx, parcel)
    await showProgress(
      tx,
      purchase.id,
      parcels.filter((it) => it !== parcel),
    )
    await record(tx, admin, { what: 'parcels put together', subject: purchase.id, details: partOf(found) })
  })

/** Where a purchase begins, or gets its address: its only parcel follows by a trigger, and its orders show it. */
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

/**
 * A purchase that costs nothing, or whose rest does, is packed as soon as it has an address, and its owner is told; of
 * what is paid for, that is told with the payment. The purchase must be locked; the address that it is given is stored
 * with the step. False when it is none of these.
 */
export async function packFree(tx: Tx, purchase: PurchaseRow, shopEmail: string) {
  const isKnown = purchase.address || isCollected(purchase)
  if (!isKnown || purchase.delivery_state) return false
  const orders = piecesToSend(await ordersOfPurchase(tx, purchase.id))
  if (!needsNoPayment(orders)) return false
  await setDelivery(tx, purchase.id, { address: purchase.address, delivery_state: 'to_pack' })
  await queueMail(tx, newOrderMail(shopEmail, purchase, orders))
  return true
}

const needsNoPayment = (orders: OrderRow[]) =>
  orders.length > 0 && orders.every(({ state, price_cents }) => state === 'unpaid' && price_cents === 0)
