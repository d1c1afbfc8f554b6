import type { OrderRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { toDollars } from '~/platform/money.ts'
import { record } from '~/shop/audit/record.server.ts'

/** What admins do to the orders of others goes into the audit trail. */
export const noteCancelled = (by: Caller) => (tx: Tx, order: OrderRow) =>
  record(tx, by, { what: 'order cancelled', subject: order.id, details: facts(order) })

type Refunded = { quantity: number; amount: number; restock: boolean }

export const noteRefunded = (tx: Tx, by: Caller, order: OrderRow, refunded: Refunded) =>
  record(tx, by, { what: 'order refunded', subject: order.id, details: { ...facts(order), ...refunded } })

export const noteRefundRetried = (tx: Tx, by: Caller, refundId: string) =>
  record(tx, by, { what: 'refund tried again', subject: refundId, details: {} })

export const noteRefundClosed = (tx: Tx, by: Caller, refundId: string) =>
  record(tx, by, { what: 'refund closed', subject: refundId, details: {} })

const facts = ({ product_name, quantity, price_cents }: OrderRow) => ({
  productName: product_name,
  quantity,
  price: toDollars(price_cents),
})
