import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { toDollars } from '~/platform/money.ts'
import { oldPartRoutes } from '~/shop/account-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { decideOldPart, oldPartRow } from '../old-parts-store.server.ts'
import { leftOfOrders, requireShown, storePieces } from '../refunds/refund-lines.server.ts'
import { toRefundAnswer } from '../refunds/refund-order.server.ts'
import { orderRow } from '../store.server.ts'
import { oldPartContract, refuseOldPart } from './contract.ts'
import { askOldPart, declineOldPart, listOldParts } from './old-parts.server.ts'

type OldPartsContext = {
  database: Database
  payments: Payments
  mailWorker: MailWorker
  config: Pick<Config, 'shopEmail'>
}

export const oldPartsApi = (ctx: OldPartsContext) =>
  endpoints(oldPartRoutes, oldPartContract, {
    askOldPart: {
      access: 'owner',
      summary: 'Says that old parts of a packed order come back for their deposit; mailed to the shop',
      async handler({ params, body, caller }) {
        const { database, config, mailWorker } = ctx
        const insertedId = await askOldPart(
          { database, shopEmail: config.shopEmail },
          caller,
          params.id,
          body,
        )
        void mailWorker.wake()
        return { insertedId }
      },
    },
    listOldParts: {
      access: 'returns',
      summary:
        'Old parts that come back for their deposit, by state, oldest first; a page of them with ?page= and ?limit=',
      handler: ({ query }) => listOldParts(ctx.database.db, query),
    },
    giveBackDeposit: {
      access: 'money',
      summary:
        'The old parts are here and good: their deposit goes back; another amount than was shown is refused',
      handler: ({ params, body, caller }) => giveBackDeposit(ctx, caller, { id: params.id, ...body }),
    },
    declineOldPart: {
      access: 'returns',
      summary: 'Does not accept old parts and mails their customer why',
      async handler({ params, body, caller }) {
        await declineOldPart(ctx.database, caller, params.id, body.answer)
        void ctx.mailWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
  })

/** Of the pieces that are announced, or of those of them of which the shop still has the deposit. */
async function giveBackDeposit(
  { database, payments, mailWorker }: OldPartsContext,
  admin: Caller,
  { id, amount }: { id: string; amount?: number | undefined },
) {
  const seen = await oldPartRow(database.db, id)
  if (!seen) throw refuseOldPart('unknown_old_part')
  const outcome = await payments.refund(seen.purchase_id, {
    topics: [],
    async decide(tx, leftCents) {
      const row = (await oldPartRow(tx, id))!
      const order = (await orderRow(tx, row.order_id))!
      const left = (await leftOfOrders(tx, order.transaction_id!))(order)
      const deposits = Math.min(row.quantity, left.deposits)
      if (row.state !== 'asked' || deposits <= 0) return undefined
      const lineCents = deposits * order.deposit_cents
      const cents = Math.min(lineCents, leftCents)
      requireShown(cents, amount)
      return {
        cents,
        async store(refundId) {
          await storePieces(tx, order, refundId, { quantity: 0, deposits, lineCents })
          await decideOldPart(tx, id, { state: 'given_back', refund_id: refundId })
          const details = { oldPart: id, quantity: deposits, amount: toDollars(cents) }
          await record(tx, admin, { what: 'deposit given back', subject: order.id, details })
        },
      }
    },
  })
  void mailWorker.wake()
  return toRefundAnswer(outcome, () => refuseOldPart('old_part_another_step'))
}
