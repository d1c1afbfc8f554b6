import type { PurchaseRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { Address } from '~/shop/addresses/contract.ts'
import { defaultAddress } from '~/shop/addresses/store.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { lockPurchase, ordersOfPurchase } from '../purchases.server.ts'
import { refuse } from './contract.ts'
import type { DeliveryState } from './delivery-rules.ts'
import { needsNoPayment, packFree, setDelivery } from './parcels.server.ts'

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
    await addressTo(tx, config, purchase, address)
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
    await addressTo(tx, config, purchase, address)
  })

const standingOrders = async (tx: Tx, purchaseId: string) =>
  (await ordersOfPurchase(tx, purchaseId)).filter(({ state }) => state !== 'cancelled')

async function addressTo(
  tx: Tx,
  { shopEmail }: Addressing['config'],
  { id, delivery_state: state }: PurchaseRow,
  address: Address,
) {
  await setDelivery(tx, id, {
    address: JSON.stringify(address),
    delivery_state: state === 'needs_address' ? 'to_pack' : state,
  })
  await packFree(tx, id, shopEmail)
}

const isOnItsWay = (state: DeliveryState | null) =>
  state !== null && state !== 'needs_address' && state !== 'to_pack'
