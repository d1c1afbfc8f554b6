import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import type { Config } from '~/shop/config.server.ts'
import { refuse } from '../contract.ts'
import { isUnpaid } from '../store.server.ts'

export type HoldLimits = Pick<Config, 'mostUnpaidOrders' | 'mostUnpaidPieces' | 'mostUnpaidCents'>

/** Pieces and their price, of what a customer wants. */
export type Wanted = { customerId: string; quantity: number; priceCents: number }

/** What is kept for a customer without payment. What costs nothing counts until it has an address, and is then packed. */
const held = sql<boolean>`state = 'unpaid' and delivery_state is null`
const heldPieces = sql<number>`coalesce(sum(quantity - returned_quantity), 0)`
const heldCents = sql<number>`coalesce(sum(price_cents), 0)`

/** Refuses what is more than may be kept for a customer. Only with the customer locked does it hold for the order, too. */
export async function requireRoom(
  db: Db | Tx,
  { customerId, quantity, priceCents }: Wanted,
  { mostUnpaidPieces, mostUnpaidCents }: HoldLimits,
) {
  const { pieces, cents } = await db
    .selectFrom('orders')
    .select([heldPieces.as('pieces'), heldCents.as('cents')])
    .where('customer_id', '=', customerId)
    .where(isUnpaid)
    .where('delivery_state', 'is', null)
    .executeTakeFirstOrThrow()
  if (mostUnpaidPieces > 0 && Number(pieces) + quantity > mostUnpaidPieces)
    throw refuse('too_many_pieces', { values: { most: mostUnpaidPieces }, details: { mostUnpaidPieces } })
  if (mostUnpaidCents > 0 && Number(cents) + priceCents > mostUnpaidCents) {
    const mostUnpaidTotal = toDollars(mostUnpaidCents)
    throw refuse('too_much_unpaid', {
      values: { most: formatDollars(mostUnpaidTotal) },
      details: { mostUnpaidTotal },
    })
  }
}

/** The same as a part of the statement that writes the order; always true where there is no limit. */
export function hasRoom(
  { customerId, quantity, priceCents }: Wanted,
  { mostUnpaidPieces, mostUnpaidCents }: HoldLimits,
): RawBuilder<boolean> {
  const sumWith = (sum: RawBuilder<number>, more: number) =>
    sql`(select ${sum} from orders where customer_id = ${customerId} and ${held}) + cast(${more} as bigint)`
  return sql<boolean>`(${sql.join(
    [
      sql`1 = 1`,
      ...(mostUnpaidPieces > 0
        ? [sql`${sumWith(heldPieces, quantity)} <= ${sql.lit(mostUnpaidPieces)}`]
        : []),
      ...(mostUnpaidCents > 0 ? [sql`${sumWith(heldCents, priceCents)} <= ${sql.lit(mostUnpaidCents)}`] : []),
    ],
    sql` and `,
  )})`
}

const slotsWithoutLimit = 20

/**
 * One that could overstep the limits together with others that are sent at the same moment: a single statement does not
 * see these. As many small ones as there are slots come to the limits at most.
 */
export function isLargeOrder(
  { quantity, priceCents }: Pick<Wanted, 'quantity' | 'priceCents'>,
  { mostUnpaidOrders, mostUnpaidPieces, mostUnpaidCents }: HoldLimits,
) {
  const slots = mostUnpaidOrders || slotsWithoutLimit
  return (
    (mostUnpaidPieces > 0 && quantity * slots > mostUnpaidPieces) ||
    (mostUnpaidCents > 0 && priceCents * slots > mostUnpaidCents)
  )
}
