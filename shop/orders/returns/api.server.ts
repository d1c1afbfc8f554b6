import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { toDollars } from '~/platform/money.ts'
import { returnRoutes } from '~/shop/account-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { surplusCents } from '../charges.server.ts'
import { complete, listReturns, returnRow } from '../deliver/returns-store.server.ts'
import type { Receipt } from '../receipts/contract.ts'
import { piecesToRefund, requireShown, storePieces } from '../refunds/refund-lines.server.ts'
import { toRefundAnswer } from '../refunds/refund-order.server.ts'
import { orderRow } from '../store.server.ts'
import { refuseReturn, returnContract } from './contract.ts'
import { acceptReturn, askReturn, declineReturn, receiveReturn, withdrawReturn } from './returns.server.ts'

type ReturnsContext = {
  database: Database
  payments: Payments
  mailWorker: MailWorker
  config: Pick<Config, 'shopEmail'>
  seller: () => Receipt['seller']
}

export function returnsApi(ctx: ReturnsContext) {
  const { database, mailWorker, config, seller } = ctx
  const done = { modifiedCount: 1 as const }
  return endpoints(returnRoutes, returnContract, {
    askReturn: {
      access: 'owner',
      summary: 'Asks to send pieces of a packed order back, with a reason; mailed to the shop',
      async handler({ params, body, caller }) {
        const { shopEmail } = config
        const insertedId = await askReturn({ database, shopEmail }, caller, params.id, body)
        void mailWorker.wake()
        return { insertedId }
      },
    },
    listReturns: {
      access: 'returns',
      summary: 'Returns by how far they have come, oldest first; a page of them with ?page= and ?limit=',
      handler: ({ query }) => listReturns(database.db, query, seller()),
    },
    acceptReturn: {
      access: 'returns',
      summary: 'Accepts a return and mails its customer where to send it',
      async handler({ params, body, caller }) {
        await acceptReturn(database, caller, params.id, body.answer)
        void mailWorker.wake()
        return done
      },
    },
    declineReturn: {
      access: 'returns',
      summary: 'Declines a return and mails its customer why',
      async handler({ params, body, caller }) {
        await declineReturn(database, caller, params.id, body.answer)
        void mailWorker.wake()
        return done
      },
    },
    withdrawReturn: {
      access: 'owner-or-returns',
      summary: 'Ends a return of which nothing was received',
      async handler({ params, caller }) {
        await withdrawReturn(database, caller, params.id)
        return done
      },
    },
    receiveReturn: {
      access: 'returns',
      summary: 'The pieces of a return are here; sound ones are for sale again',
      async handler({ params, body, caller }) {
        await receiveReturn(database, caller, params.id, body.sound)
        return done
      },
    },
    refundReturn: {
      access: 'money',
      summary: 'Refunds the pieces of a return that were received; another amount than was shown is refused',
      handler: ({ params, body, caller }) => refundReturn(ctx, caller, { id: params.id, ...body }),
    },
  })
}

type Context = { database: Database; payments: Pick<Payments, 'refund'>; mailWorker: MailWorker }

/** Refunds the pieces of a return that were received, or those of them that are not refunded by now. */
async function refundReturn(
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
      const purchase = await tx
        .selectFrom('purchases')
        .select(['delivery', 'fee_cents'])
        .where('id', '=', row.purchase_id)
        .executeTakeFirstOrThrow()
      const keptCents = row.withdrawal_id ? surplusCents(purchase) : 0
      const pieces = (await piecesToRefund(tx, order, { leftCents, wanted, keptCents }))!
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
