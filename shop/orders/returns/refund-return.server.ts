import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { toDollars } from '~/platform/money.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { piecesToRefund, requireShown, storePieces } from '../admin/refund-lines.server.ts'
import { toRefundAnswer } from '../admin/refund-order.server.ts'
import { orderRow } from '../store.server.ts'
import { refuseReturn } from './contract.ts'
import { complete } from './returned-pieces.server.ts'
import { returnRow } from './store.server.ts'

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
    async decide(tx, refund) {
      const order = (await orderRow(tx, seen.order_id))!
      const left = await piecesToRefund(tx, order)
      if (!left || !(await complete(tx, seen, refund.id))) return undefined
      const quantity = Math.min(seen.quantity, left.quantity)
      const cents = await storePieces(tx, order, refund, (await piecesToRefund(tx, order, quantity))!)
      requireShown(cents, amount)
      const details = { return: id, quantity, amount: toDollars(cents) }
      await record(tx, admin, { what: 'return refunded', subject: order.id, details })
      return cents
    },
  })
  void mailWorker.wake()
  return toRefundAnswer(outcome, () => refuseReturn('return_another_step'))
}
