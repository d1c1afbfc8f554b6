import type { Db } from '~/platform/db/database.server.ts'
import { toDollars } from '~/platform/money.ts'
import { orderRow } from './store.server.ts'

/** An order as it is now, without the person: who may know that asks for it by its id. */
export async function orderForPrograms(db: Db, id: string) {
  const row = await orderRow(db, id)
  return (
    row && {
      id: row.id,
      purchaseId: row.purchase_id,
      productId: row.product_id,
      productName: row.product_name,
      quantity: row.quantity,
      price: toDollars(row.price_cents),
      state: row.state,
      delivery: row.delivery_state,
      returnedQuantity: row.returned_quantity,
      refunded: toDollars(Number(row.refunded_cents)),
      createdAt: row.created_at,
      paidAt: row.paid_at,
    }
  )
}
