import type { OrderRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { Address } from '~/shop/addresses/contract.ts'
import type { Config } from '~/shop/config.server.ts'
import { refuse } from '../contract.ts'
import { newOrderMail } from '../mails.ts'
import { lockPurchase, ordersOfPurchase } from '../purchases.server.ts'
import type { DeliveryState } from './delivery-rules.ts'
import { setDelivery } from './parcels.server.ts'

/** The purchase has a copy: what changes in the address book later does not move a parcel. */
export const setAddress = (
  { database, config }: { database: Database; config: Pick<Config, 'shopEmail'> },
  customer: Caller,
  purchaseId: string,
  address: Address,
) =>
  database.change([], async (tx) => {
    const purchase = await lockPurchase(database, tx, purchaseId)
    if (!purchase) throw refuse('unknown_purchase')
    if (purchase.customer_id !== customer.userId) throw refuse('not_yours')
    const orders = (await ordersOfPurchase(tx, purchaseId)).filter(({ state }) => state !== 'cancelled')
    if (orders.length === 0) throw refuse('order_cancelled')
    const state = purchase.delivery_state ?? (needsNoPayment(orders) ? 'needs_address' : null)
    if (state && isOnItsWay(state)) throw refuse('address_too_late')
    await setDelivery(tx, purchaseId, {
      address: JSON.stringify(address),
      delivery_state: state === 'needs_address' ? 'to_pack' : state,
    })
    // Of what is paid for, the owner was told with the payment.
    if (state === 'needs_address' && needsNoPayment(orders))
      await queueMail(
        tx,
        newOrderMail(config.shopEmail, { ...purchase, address: JSON.stringify(address) }, orders),
      )
  })

const isOnItsWay = (state: DeliveryState) => state !== 'needs_address' && state !== 'to_pack'

/** A purchase that costs nothing is sent as soon as it has an address. */
const needsNoPayment = (orders: OrderRow[]) =>
  orders.every(({ state, price_cents }) => state === 'unpaid' && price_cents === 0)
