import type { OrderRow } from '~/database/tables.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { Postman } from '~/platform/mail/postman.server.ts'
import { returnStock } from '~/shop/catalogue/stock.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { noteRefunded } from './notes.server.ts'
import { refuse } from './refuse.server.ts'

type Parts = { payments: Pick<Payments, 'refund'>; postman: Postman }

/**
 * Gives the money of a paid order back. Payments write it into their books before they ask the provider, and refuse a
 * second time. Stock and audit trail are written together with it: a server that dies while the provider is asked leaves
 * nothing but the asking to be done, and the sweep does that.
 */
export async function refundOrder(
  { payments, postman }: Parts,
  admin: Caller,
  order: OrderRow,
  { restock }: { restock: boolean },
) {
  if (order.state !== 'paid') throw refuse(order.state === 'refunded' ? 'already_refunded' : 'not_paid')
  const outcome = await payments.refund(order.id, {
    changes: restock ? ['products'] : [],
    async act(tx) {
      const pieces = { productId: order.product_id, quantity: order.quantity }
      const cause = { reason: 'restocked', orderId: order.id, byUser: admin.userId } as const
      if (restock) await returnStock(tx, pieces, cause)
      await noteRefunded(tx, admin, order, restock)
    },
  })
  if (outcome === 'nothing-to-refund') throw refuse('already_refunded')
  void postman.hurry()
  return outcome
}
