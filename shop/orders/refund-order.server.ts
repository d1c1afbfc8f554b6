import type { OrderRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { Postman } from '~/platform/mail/postman.server.ts'
import { returnStock } from '~/shop/catalogue/stock.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { noteRefunded } from './notes.server.ts'
import { refuse } from './refuse.server.ts'

type Parts = { database: Database; payments: Pick<Payments, 'refund'>; postman: Postman }

/**
 * Gives the money of a paid order back. Payments write it into their books before they ask the provider, and refuse a
 * second time; only whoever was first comes to the stock, and each order's pieces can be booked back only once.
 */
export async function refundOrder(
  { database, payments, postman }: Parts,
  admin: Caller,
  order: OrderRow,
  { restock }: { restock: boolean },
) {
  if (order.state !== 'paid') throw refuse(order.state === 'refunded' ? 'already_refunded' : 'not_paid')
  const outcome = await payments.refund(order.id)
  if (outcome === 'nothing-to-refund') throw refuse('already_refunded')
  await database.change(restock ? ['products'] : [], async (tx) => {
    const pieces = { productId: order.product_id, quantity: order.quantity }
    const cause = { reason: 'restocked', orderId: order.id, byUser: admin.userId } as const
    if (restock) await returnStock(tx, pieces, cause)
    await noteRefunded(tx, admin, order, restock)
  })
  void postman.hurry()
  return outcome
}
