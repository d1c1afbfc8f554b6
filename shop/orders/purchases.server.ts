import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { toDollars } from '~/platform/money.ts'
import type { Purchase } from './contract.ts'
import { addressIn, deliveryOf } from './deliver/progress.ts'
import { returnsOfPurchase, toReturn } from './returns/store.server.ts'
import { toOrder } from './store.server.ts'

/** Every change of the orders of a purchase, or of its payment, locks it first. */
export const lockPurchase = ({ locking }: Pick<Database, 'locking'>, tx: Tx, id: string) =>
  locking(tx.selectFrom('purchases').selectAll().where('id', '=', id)).executeTakeFirst()

/** Its orders, also those that were cancelled, in the order in which they were placed. */
export const ordersOfPurchase = (db: Db | Tx, purchaseId: string): Promise<OrderRow[]> =>
  db.selectFrom('orders').selectAll().where('purchase_id', '=', purchaseId).orderBy('id').execute()

export const purchaseRow = (db: Db | Tx, id: string) =>
  db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()

/** Of its orders, which are all that are not cancelled, and their delivery. */
export const totalCentsOf = ({ fee_cents }: PurchaseRow, orders: OrderRow[]) =>
  orders.reduce((total, { price_cents }) => total + price_cents, fee_cents)

export async function toPurchase(db: Db, purchase: PurchaseRow): Promise<Purchase> {
  const orders = (await ordersOfPurchase(db, purchase.id)).filter(({ state }) => state !== 'cancelled')
  return {
    _id: purchase.id,
    orders: orders.map(toOrder),
    delivery: toDollars(purchase.fee_cents),
    total: toDollars(totalCentsOf(purchase, orders)),
    ...(purchase.address && { address: addressIn(purchase)! }),
    ...(purchase.delivery_state && { parcel: deliveryOf(purchase)! }),
    returns: (await returnsOfPurchase(db, purchase.id)).map(toReturn),
  }
}

/** When its customer is deleted: nobody needs to know any more where the parcels went. */
export const forgetAddresses = (tx: Tx, customerId: string) =>
  tx
    .updateTable('purchases')
    .set({ address: null })
    .where('id', 'in', tx.selectFrom('orders').select('purchase_id').where('customer_id', '=', customerId))
    .execute()

export async function purchaseIdOfOrder(db: Db, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .select('purchase_id')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return order?.purchase_id
}

/** Found by the orders: an index of purchases by customer would cost every order something. */
export const exportPurchases = (db: Db, customerId: string) =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('id', 'in', db.selectFrom('orders').select('purchase_id').where('customer_id', '=', customerId))
    .orderBy('created_at')
    .execute()
