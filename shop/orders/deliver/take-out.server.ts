import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { takenOutMail } from '../mails.ts'
import { lockPurchase } from '../purchases.server.ts'
import { orderRow } from '../store.server.ts'
import { refuse } from './contract.ts'
import { stopIfNothingIsLeft } from './parcels.server.ts'
import { restockPieces } from './returned-pieces.server.ts'

/**
 * Takes a part that cost nothing out of a paid purchase before it is packed: there is no money to refund, and the rest is
 * sent without it. It counts as cancelled, and belongs to no payment any more.
 */
export const takeOutOfParcel = (
  database: Database,
  admin: Caller,
  orderId: string,
  { restock }: { restock: boolean },
) =>
  database.change(restock ? ['products'] : [], async (tx) => {
    const seen = await orderRow(tx, orderId)
    if (!seen) throw refuse('unknown_order')
    await lockPurchase(database, tx, seen.purchase_id)
    const order = (await orderRow(tx, orderId))!
    if (order.state !== 'paid' || order.price_cents > 0) throw refuse('not_free')
    if (order.delivery_state !== 'to_pack' && order.delivery_state !== 'needs_address')
      throw refuse('packed_already')
    await tx
      .updateTable('orders')
      .set({
        state: 'cancelled',
        cancelled_at: new Date().toISOString(),
        cancelled_by: 'admin',
        transaction_id: null,
        paid_at: null,
      })
      .where('id', '=', orderId)
      .execute()
    if (restock) await restockPieces(tx, orderId, order.quantity, admin.userId)
    await stopIfNothingIsLeft(tx, order.purchase_id)
    const { product_name: productName, quantity } = order
    const details = { productName, quantity, restock }
    await record(tx, admin, { what: 'part taken out of a parcel', subject: orderId, details })
    await queueMail(tx, takenOutMail(order))
  })
