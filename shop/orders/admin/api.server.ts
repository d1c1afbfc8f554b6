import type { OrderRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import { toDollars } from '~/platform/money.ts'
import { orderedFit } from '~/shop/fitment/ordered-fit.server.ts'
import type { OrderContract } from '../contract.ts'
import { allMatching } from './all-orders.server.ts'

/** What admins alone do with orders. */
export const adminEndpoints = ({ db }: Database): Pick<Implementations<OrderContract>, 'exportOrders'> => ({
  exportOrders: {
    access: 'admin',
    summary: 'The orders as a table for spreadsheets, newest first, with ?q= and ?state=',
    async handler({ query }) {
      return csvFile({ name: 'orders', columns }, allMatching(db, query))
    },
  },
})

const columns: [string, (order: OrderRow) => string | number | null][] = [
  ['Order', (order) => order.id],
  ['Date', (order) => order.created_at],
  ['Email', (order) => order.email],
  ['Name', (order) => order.user_name],
  ['Part', (order) => order.product_name],
  ['Quantity', (order) => order.quantity],
  ['Size', (order) => order.size],
  ['Price in $', (order) => toDollars(order.price_cents)],
  ['Payment', (order) => order.state],
  ['Transaction', (order) => order.transaction_id],
  ['Paid', (order) => order.paid_at],
  ['Refunded', (order) => order.refunded_at],
  ['Refund', (order) => order.refund_state],
  ['Returned in $', (order) => toDollars(Number(order.refunded_cents))],
  ['Car', (order) => order.fit && orderedFit(order.fit).car],
]
