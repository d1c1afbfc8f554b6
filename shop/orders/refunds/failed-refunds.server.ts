import type { RefundRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { toDollars } from '~/platform/money.ts'
import { failedRefundsByAge, owedCents } from '~/shop/payments/refunds/refund-store.server.ts'
import type { FailedRefund } from '../contract.ts'

export async function failedRefunds(db: Db, query: ListQuery) {
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
