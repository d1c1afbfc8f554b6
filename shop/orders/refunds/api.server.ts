import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { refundRow } from '~/shop/payments/refunds/refund-store.server.ts'
import type { OrderContract } from '../contract.ts'
import { refuse } from '../contract.ts'
import { noteRefundClosed } from './audit-notes.server.ts'
import { failedRefunds } from './failed-refunds.server.ts'
import { retryRefund } from './refund-order.server.ts'

type RefundsContext = { database: Database; payments: Payments; mailWorker: MailWorker }

/** Money that should go back and does not: somebody has to look at it. */
export const refundEndpoints = (
  ctx: RefundsContext,
): Pick<Implementations<OrderContract>, 'listFailedRefunds' | 'retryRefund' | 'closeRefund'> => ({
  listFailedRefunds: {
    access: 'admin',
    summary:
      'Refunds that the payment provider refused or that failed, longest first; a page of them with ?page= and ?limit=',
    handler: ({ query }) => failedRefunds(ctx.database.db, query),
  },
  retryRefund: {
    access: 'admin',
    summary: 'Asks the payment provider once more for a refund that it refused or that failed',
    async handler({ params, caller }) {
      await requireRefund(ctx.database.db, params.id)
      return retryRefund(ctx, caller, params.id)
    },
  },
  closeRefund: {
    access: 'admin',
    summary:
      'A refund that was refused or failed is settled otherwise: it is neither tried nor shown any more',
    async handler({ params, caller }) {
      await requireRefund(ctx.database.db, params.id)
      const run = (tx: Parameters<typeof noteRefundClosed>[0]) => noteRefundClosed(tx, caller, params.id)
      const isClosed = await ctx.payments.closeRefund(params.id, { topics: [], run })
      if (!isClosed) throw refuse('refund_not_in_trouble')
      return { modifiedCount: 1 as const }
    },
  },
})

async function requireRefund(db: Db, id: string) {
  if (!(await refundRow(db, id))) throw refuse('unknown_refund')
}
