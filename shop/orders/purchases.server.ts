import type { OrderRow, PurchaseRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { toDollars } from '~/platform/money.ts'
import { may } from '~/platform/roles.ts'
import type { ChosenWay } from './charges.server.ts'
import { chosenWay } from './charges.server.ts'
import type { Purchase } from './contract.ts'
import { refuse } from './contract.ts'
import { addressIn, progressOf } from './deliver/delivery-rules.ts'
import { parcelsOf } from './deliver/parcel-store.server.ts'
import { returnsOfPurchase, toReturn } from './deliver/returns-store.server.ts'
import { oldPartsOfPurchase, toOldPart } from './old-parts-store.server.ts'
import type { Receipt } from './receipts/contract.ts'
import { toReceipts, unnumberedReceipt } from './receipts/receipt.server.ts'
import { receiptRowsOf } from './receipts/store.server.ts'
import { toOrder } from './store.server.ts'

/** Every change of the orders of a purchase, or of its payment, locks it first. */
export const lockPurchase = ({ locking }: Pick<Database, 'locking'>, tx: Tx, id: string) =>
  locking(tx.selectFrom('purchases').selectAll().where('id', '=', id)).executeTakeFirst()

/** Its orders, also those that were cancelled, in the order in which they were placed. */
export const ordersOfPurchase = (db: Db | Tx, purchaseId: string): Promise<OrderRow[]> =>
  db.selectFrom('orders').selectAll().where('purchase_id', '=', purchaseId).orderBy('id').execute()

/** By its id or that of any of its orders: its customer's, or any for an admin. */
export async function purchaseFor(db: Db, id: string, caller: Caller) {
  const named = (its: string) =>
    db.selectFrom('purchases').selectAll().where('id', '=', its).executeTakeFirst()
  const purchase = (await named(id)) ?? (await named((await purchaseIdOfOrder(db, id)) ?? ''))
  if (!purchase) throw refuse('unknown_purchase')
  if (purchase.customer_id !== caller.userId && !may(caller.role, 'money')) throw refuse('not_yours')
  return purchase
}

/** Of its orders, which are all that are not cancelled, and their delivery. */
export const totalCentsOf = ({ fee_cents }: Pick<PurchaseRow, 'fee_cents'>, orders: OrderRow[]) =>
  orders.reduce((total, { price_cents }) => total + price_cents, fee_cents)

/** `seller` stands on receipts without a number. */
export async function toPurchase(
  db: Db,
  purchase: PurchaseRow,
  seller: Receipt['seller'],
): Promise<Omit<Purchase, 'withdrawals'>> {
  const orders = (await ordersOfPurchase(db, purchase.id)).filter(({ state }) => state !== 'cancelled')
  return {
    _id: purchase.id,
    orders: orders.map(toOrder),
    delivery: toDollars(purchase.fee_cents),
    total: toDollars(totalCentsOf(purchase, orders)),
    ...(purchase.delivery && { way: shownWay(chosenWay(purchase)!) }),
    ...(purchase.address && { address: addressIn(purchase)! }),
    ...(purchase.delivery_state && { parcel: progressOf(purchase.delivery_state, purchase) }),
    parcels: (await parcelsOf(db, [purchase.id])).map((parcel) => ({
      _id: parcel.id,
      ...progressOf(parcel.state, parcel),
      lines: [...parcel.pieces].map(([orderId, quantity]) => ({ orderId, quantity })),
    })),
    receipts: await receiptsOf(db, purchase, orders, seller),
    returns: (await returnsOfPurchase(db, purchase.id)).map(toReturn),
    oldParts: (await oldPartsOfPurchase(db, purchase.id)).map(toOldPart),
  }
}

const shownWay = ({ way, name, days, terms, collection }: ChosenWay) => ({
  id: way,
  name,
  days,
  ...(terms?.freeFromCents && { freeFrom: toDollars(terms.freeFromCents) }),
  ...(collection && { collection }),
})

async function receiptsOf(db: Db, purchase: PurchaseRow, orders: OrderRow[], seller: Receipt['seller']) {
  if (!purchase.transaction_id || orders.length === 0) return []
  const rows = await receiptRowsOf(db, purchase.id)
  return rows.length > 0 ? toReceipts(rows) : [unnumberedReceipt(purchase, orders, seller)]
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
