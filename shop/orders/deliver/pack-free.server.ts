import type { OrderRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { newOrderMail } from '../mails.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { piecesToSend, setDelivery } from './parcels.server.ts'

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
  if (!purchase.address || purchase.delivery_state || !needsNoPayment(orders)) return
  await setDelivery(tx, purchaseId, { delivery_state: 'to_pack' })
  await queueMail(tx, newOrderMail(shopEmail, purchase, orders))
}

export const needsNoPayment = (orders: OrderRow[]) =>
  orders.length > 0 && orders.every(({ state, price_cents }) => state === 'unpaid' && price_cents === 0)
