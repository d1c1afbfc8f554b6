import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { toDollars } from '~/platform/money.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { complete } from '../deliver/returned-pieces.server.ts'
import { returnRow } from '../deliver/returns-store.server.ts'
import { piecesToRefund, requireShown, storePieces } from '../refunds/refund-lines.server.ts'
import { toRefundAnswer } from '../refunds/refund-order.server.ts'
import { orderRow } from '../store.server.ts'
import { refuseReturn } from './contract.ts'

type Context = { database: Database; payments: Pick<Payments, 'refund'>; mailWorker: MailWorker }

/** Refunds the pieces of a return that were received, or those of them that are not refunded by now. */
export async function refundReturn(
  { database, payments, mailWorker }: Context,
  admin: Caller,
  { id, amount }: { id: string; amount?: number | undefined },
) {
  const seen = await returnRow(database.db, id)
  if (!seen) throw refuseReturn('unknown_return')
  const outcome = await payments.refund(seen.purchase_id, {
    topics: [],
    async decide(tx, leftCents) {
      const row = (await returnRow(tx, id))!
      const order = (await orderRow(tx, row.order_id))!
      const left = await piecesToRefund(tx, order, { leftCents })
      if (!left || row.state !== 'received') return undefined
      const wanted = Math.min(row.quantity, left.quantity)
      const pieces = (await piecesToRefund(tx, order, { leftCents, wanted }))!
      const { quantity, cents } = pieces
      requireShown(cents, amount)
      return {
        cents,
        async store(refundId) {
          await storePieces(tx, order, refundId, pieces)
          await complete(tx, row, refundId)
          const details = { return: id, quantity, amount: toDollars(cents) }
          await record(tx, admin, { what: 'return refunded', subject: order.id, details })
        },
      }
    },
  })
  void mailWorker.wake()
  return toRefundAnswer(outcome, () => refuseReturn('return_another_step'))
}
