import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { Address } from '~/shop/addresses/contract.ts'
import { defaultAddress } from '~/shop/addresses/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { refuse } from '../contract.ts'
import { newOrderMail } from '../mails.ts'
import { lockPurchase, ordersOfPurchase } from '../purchases.server.ts'
import type { DeliveryState } from './delivery-rules.ts'
import { setDelivery } from './parcels.server.ts'

type Addressing = { database: Database; config: Pick<Config, 'shopEmail'> }

/** The purchase has a copy: what changes in the address book later does not move a parcel. */
export const setAddress = (
  { database, config }: Addressing,
  customer: Caller,
  purchaseId: string,
  address: Address,
) =>
  database.change([], async (tx) => {
    const purchase = await lockPurchase(database, tx, purchaseId)
    if (!purchase) throw refuse('unknown_purchase')
    if (purchase.customer_id !== customer.userId) throw refuse('not_yours')
    const orders = await standingOrders(tx, purchaseId)
    if (orders.length === 0) throw refuse('order_cancelled')
    if (isOnItsWay(purchase.delivery_state)) throw refuse('address_too_late')
    await addressTo(tx, config, { purchase, orders, address })
  })

/**
 * What costs nothing is sent at once when its customer has an address. After it is placed: until then it waits for an
 * address, as it does without one, and nothing is lost when the shop stops in between.
 */
export const sendFree = ({ database, config }: Addressing, customer: Caller, purchaseId: string) =>
  database.change([], async (tx) => {
    const purchase = await lockPurchase(database, tx, purchaseId)
    const address = await defaultAddress(tx, customer.userId)
    const orders = await standingOrders(tx, purchaseId)
    // A request that was sent again finds what has been said since.
    if (!address || !purchase || purchase.address || !needsNoPayment(orders)) return
    await addressTo(tx, config, { purchase, orders, address })
  })

const standingOrders = async (tx: Tx, purchaseId: string) =>
  (await ordersOfPurchase(tx, purchaseId)).filter(({ state }) => state !== 'cancelled')

type Addressed = { purchase: PurchaseRow; orders: OrderRow[]; address: Address }

async function addressTo(
  tx: Tx,
  { shopEmail }: Addressing['config'],
  { purchase, orders, address }: Addressed,
) {
  const addressed = { ...purchase, address: JSON.stringify(address) }
  const state = purchase.delivery_state ?? (needsNoPayment(orders) ? 'needs_address' : null)
  await setDelivery(tx, purchase.id, {
    address: addressed.address,
    delivery_state: state === 'needs_address' ? 'to_pack' : state,
  })
  // Of what is paid for, the owner was told with the payment.
  if (state === 'needs_address' && needsNoPayment(orders))
    await queueMail(tx, newOrderMail(shopEmail, addressed, orders))
}

const isOnItsWay = (state: DeliveryState | null) =>
  state !== null && state !== 'needs_address' && state !== 'to_pack'

/** A purchase that costs nothing is sent as soon as it has an address. */
const needsNoPayment = (orders: OrderRow[]) =>
  orders.length > 0 && orders.every(({ state, price_cents }) => state === 'unpaid' && price_cents === 0)
