import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { rewriteMail } from '~/platform/mail/mail.server.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { isSamePlace, placeName, placeOf } from '~/shop/addresses/place.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { defaultAddress } from '~/shop/addresses/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import type { OpenRates, Rates } from '~/shop/rates/rates.server.ts'
import type { Charges } from '../charges.server.ts'
import { chargesFor, chosenWay, decidedColumns, lineOf } from '../charges.server.ts'
import { orderedMail } from '../mails.ts'
import { lockPurchase, ordersOfPurchase, totalCentsOf } from '../purchases.server.ts'
import { isPayable } from '../rules.ts'
import { refuse } from './contract.ts'
import type { DeliveryState } from './delivery-rules.ts'
import { addressIn } from './delivery-rules.ts'
import { parcelsOf } from './parcel-store.server.ts'
import { packFree, setDelivery } from './parcels.server.ts'

type Sending = { database: Database; config: Pick<Config, 'shopEmail'> }
export type Addressing = Sending & { rates: OpenRates; payments: Pick<Payments, 'cancelOpenIntents'> }

/** `totalCents` is what the customer has agreed to pay there, `way` how it shall go. */
type Wanted = { address: Address; totalCents?: number | undefined; way?: string | undefined }

/**
 * The purchase has a copy: what changes in the address book later does not move a parcel. Where another place costs
 * another price, that is refused with the new total until the customer has agreed to it; then what could still be paid of
 * the old one is ended before anything is written.
 */
export async function setAddress(ctx: Addressing, customer: Caller, purchaseId: string, wanted: Wanted) {
  const rates = await ctx.rates.look()
  const attempt = (isIntentEnded: boolean) =>
    ctx.database.change([], async (tx) => {
      const purchase = await lockPurchase(ctx.database, tx, purchaseId)
      if (!purchase) throw refuse('unknown_purchase')
      if (purchase.customer_id !== customer.userId) throw refuse('not_yours')
      const orders = await standingOrders(tx, purchaseId)
      if (orders.length === 0) throw refuse('order_cancelled')
      const parcels = await parcelsOf(tx, [purchaseId])
      if (parcels.some(({ state }) => isOnItsWay(state))) throw refuse('address_too_late')
      const moved = isElsewhere(purchase, wanted) && chargesThere(rates, purchase, orders, wanted)
      if (moved && moved.feeCents !== purchase.fee_cents && !isIntentEnded) return 'must end the intent'
      if (moved) await storeCharges(tx, purchase, orders, moved, wanted.address)
      await addressTo(tx, ctx.config, purchase, wanted.address)
      return 'stored'
    })
  if ((await attempt(false)) === 'stored') return
  await ctx.payments.cancelOpenIntents(purchaseId)
  await attempt(true)
  // One that was started in between is for the old amount.
  await ctx.payments.cancelOpenIntents(purchaseId)
}

/** The same place by other words costs the same, whatever the owner has set since. */
function isElsewhere(purchase: PurchaseRow, { address, way }: Wanted) {
  const chosen = chosenWay(purchase)
  if (!chosen) return false
  const before = addressIn(purchase)
  const isOtherWay = way !== undefined && way !== chosen.way
  return isOtherWay || !isSamePlace(before && placeOf(before), placeOf(address))
}

/** What the purchase costs at another place. Another zone is another price, another way or another tax; a paid one has none of these. */
function chargesThere(
  rates: Rates,
  purchase: PurchaseRow,
  orders: OrderRow[],
  { address, totalCents, way }: Wanted,
): Charges {
  const place = placeOf(address)
  if (!place) throw refuse('place_needed', { field: 'country' })
  const before = chosenWay(purchase)!
  const discountCents = orders.reduce((sum, { discount_cents }) => sum + Number(discount_cents), 0)
  const decide = (to: string | undefined) =>
    chargesFor(rates, { lines: orders.map(lineOf), discountCents, serverFeeCents: 0 }, { place, way: to })
  const cheapest = decide(way)
  const isSameZone = cheapest.decided?.delivery.zone === before.zone && (!way || way === before.way)
  // The price of a zone stays as it was agreed on, whatever was cancelled or set since.
  const there: Charges = isSameZone
    ? { feeCents: purchase.fee_cents, decided: { ...cheapest.decided!, delivery: before } }
    : cheapest
  const isPaid = purchase.transaction_id !== null
  const columns = decidedColumns(there.decided!)
  if (isPaid && (!isSameZone || taxRateIn(columns.tax) !== taxRateIn(purchase.tax)))
    throw refuse('address_elsewhere', { values: { place: placeName(place) } })
  const sum = {
    before: totalCentsOf(purchase, orders),
    now: totalCentsOf({ fee_cents: there.feeCents }, orders),
  }
  if (sum.now !== sum.before && sum.now !== totalCents)
    throw refuse('new_total', {
      values: { delivery: dollars(there.feeCents), total: dollars(sum.now) },
      details: { delivery: toDollars(there.feeCents), total: toDollars(sum.now) },
    })
  if (!isPayable(sum.now)) throw refuse('not_chargeable')
  return there
}

const dollars = (cents: number) => formatDollars(toDollars(cents))

/** What a receipt would say: another place of the same rate is the same tax. */
function taxRateIn(tax: string | null) {
  const { rate, taxesDelivery, taxesDeposits, note } = tax ? JSON.parse(tax) : {}
  return JSON.stringify([rate, taxesDelivery, taxesDeposits, note])
}

async function storeCharges(
  tx: Tx,
  { id, fee_cents: before }: PurchaseRow,
  orders: OrderRow[],
  { feeCents, decided }: Charges,
  address: Address,
) {
  await tx
    .updateTable('purchases')
    .set({ fee_cents: feeCents, ...decidedColumns(decided!) })
    .where('id', '=', id)
    .execute()
  if (feeCents === before) return
  const totalCents = totalCentsOf({ fee_cents: feeCents }, orders)
  const expiresAt = orders[0]!.expires_at
  await rewriteMail(tx, orderedMail(orders, { purchaseId: id, totalCents, expiresAt, address }))
}

/**
 * What costs nothing is sent at once when its customer has an address. After it is placed: until then it waits for an
 * address, as it does without one, and nothing is lost when the shop stops in between.
 */
export const sendFree = ({ database, config }: Sending, customer: Caller, purchaseId: string) =>
  database.change([], async (tx) => {
    const purchase = await lockPurchase(database, tx, purchaseId)
    // A request that was sent again finds what has been said since.
    if (!purchase || purchase.delivery_state) return
    // Where its delivery was decided, so was its address.
    const address =
      purchase.delivery || purchase.address ? undefined : await defaultAddress(tx, customer.userId)
    await packFree(
      tx,
      address ? { ...purchase, address: JSON.stringify(address) } : purchase,
      config.shopEmail,
    )
  })

const standingOrders = async (tx: Tx, purchaseId: string) =>
  (await ordersOfPurchase(tx, purchaseId)).filter(({ state }) => state !== 'cancelled')

async function addressTo(tx: Tx, { shopEmail }: Sending['config'], purchase: PurchaseRow, address: Address) {
  const addressed = { ...purchase, address: JSON.stringify(address) }
  if (await packFree(tx, addressed, shopEmail)) return
  const { id, delivery_state: state } = purchase
  await setDelivery(tx, id, {
    address: addressed.address,
    delivery_state: state === 'needs_address' ? 'to_pack' : state,
  })
}

const isOnItsWay = (state: DeliveryState) => state !== 'needs_address' && state !== 'to_pack'
