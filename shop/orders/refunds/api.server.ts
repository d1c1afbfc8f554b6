import type { RefundRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { failedRefundsByAge, owedCents, refundRow } from '~/shop/payments/refunds/refund-store.server.ts'
import { orderRow } from '../store.server.ts'
import type { FailedRefund, RefundContract } from './contract.ts'
import { refuse } from './contract.ts'
import { noteRefundClosed, refundOrder, retryOrderRefund } from './refund-order.server.ts'

type RefundsContext = { database: Database; payments: Payments; mailWorker: MailWorker }

/** Money goes back; where it does not, somebody has to look at it. */
export const refundEndpoints = (ctx: RefundsContext): Implementations<RefundContract> => ({
  refundOrder: {
    access: 'money',
    forbidden: () => refuse('may_not_refund'),
    summary: 'Gives the money of a paid order back, and its pieces to the shelf if wanted',
    async handler({ params, body, caller }) {
      const order = await orderRow(ctx.database.db, params.id)
      if (!order) throw refuse('unknown_order')
      return refundOrder(ctx, caller, order, body)
    },
  },
  listFailedRefunds: {
    access: 'money',
    summary:
      'Refunds that the payment provider refused or that failed, longest first; a page of them with ?page= and ?limit=',
    handler: ({ query }) => failedRefunds(ctx.database.db, query),
  },
  retryRefund: {
    access: 'money',
    summary: 'Asks the payment provider once more for a refund that it refused or that failed',
    async handler({ params, caller }) {
      await requireRefund(ctx.database.db, params.id)
      return retryOrderRefund(ctx, caller, params.id)
    },
  },
  closeRefund: {
    access: 'money',
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

async function failedRefunds(db: Db, query: ListQuery) {
  const page = await readListPage<RefundRow>(db, failedRefundsByAge, query)
  const references = page.rows.flatMap(({ reference }) => reference ?? [])
  const orders =
    references.length > 0
      ? await db
          .selectFrom('orders')
          .select(['id', 'email', 'product_name'])
          .where('id', 'in', references)
          .execute()
      : []
  const byId = new Map(orders.map((order) => [order.id, order]))
  return page.map((row) => shown(row, byId.get(row.reference ?? '')))
}

/** For the list of what is to be done: how many, and those that have waited longest. */
export async function waitingRefunds(db: Db, limit: number) {
  const { rows, total } = await failedRefunds(db, { page: 1, limit })
  const items = rows.map(({ _id, amount, productName, email, since }) => ({
    id: _id,
    who: email || '',
    what: [formatDollars(amount), productName].filter(Boolean).join(', '),
    since,
  }))
  return { count: total, items }
}

const shown = (
  row: RefundRow,
  order: { id: string; email: string; product_name: string } | undefined,
): FailedRefund => ({
  _id: row.id,
  state: row.state as FailedRefund['state'],
  amount: toDollars(owedCents(row)),
  transactionId: row.transaction_id,
  ...(order && { orderId: order.id, email: order.email, productName: order.product_name }),
  cause: row.reason,
  reason: row.provider_reason ?? '',
  since: row.changed_at,
  ...(row.due_at && { nextTryAt: row.due_at }),
})
