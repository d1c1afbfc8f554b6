import { sql } from 'kysely'
import type { OrderRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { orderedFit } from '~/shop/fitment/ordered-fit.server.ts'

/** What one customer has ordered of a part, as far as it makes them somebody who knows it. */
export type BoughtPart = {
  orderId: string
  productId: string
  /** That it was ordered for. */
  car: string | undefined
}

/** Those that a list of bought parts looks at. */
const mostOrders = 500

/**
 * Paid, and not refunded before it left; what cost nothing was delivered. The newest order first, one for each part.
 */
export async function boughtParts(
  db: Db | Tx,
  customerId: string,
  productId?: string,
): Promise<BoughtPart[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'product_id', 'fit'])
    .where('customer_id', '=', customerId)
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId!))
    .where(hasIt)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostOrders)
    .execute()
  const parts = new Map<string, Pick<OrderRow, 'id' | 'product_id' | 'fit'>>()
  for (const row of rows) if (!parts.has(row.product_id)) parts.set(row.product_id, row)
  return [...parts.values()].map(({ id, product_id, fit }) => ({
    orderId: id,
    productId: product_id,
    car: fit ? orderedFit(fit).car : undefined,
  }))
}

const hasIt = sql<boolean>`(
  price_cents > 0 and (
    (state = 'paid' and refunded_quantity < quantity)
    or (state in ('paid', 'refunded') and delivery_state in ('shipped', 'delivered'))
  )
  or (price_cents = 0 and state <> 'cancelled' and delivery_state = 'delivered')
)`
