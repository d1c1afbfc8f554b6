import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '~/platform/db/database.server.ts'

/** Two parts of one purchase, one of the two ways; `score` is in millionths. */
export type BoughtPair = { productId: string; otherId: string; score: number }

type Terms = {
  /** What was paid before is too old to say anything. */
  since: string
  /** So many different customers at least: a rule says nothing about the cart of anybody. */
  fewestBuyers: number
  /** Who buys more at once stocks a shelf, and no car. */
  mostLines: number
  /** For each part, those that go with it best. */
  most: number
  /** Payments that were none. */
  played?: RawBuilder<unknown> | undefined
}

/** Few enough to be written at once: each row has four values. */
const atOnce = 500

/**
 * What was bought together, by part and from the best; the pieces can be read more than once. Customers count, and not
 * purchases: one workshop alone makes no rule. A pair counts when it was bought more often than chance would have it (its
 * lift is above 1), and is ranked by the cosine of its buyers, so that what everybody buys does not stand beside everything.
 */
export async function withBoughtTogether<T>(
  aside: Tx,
  terms: Terms,
  work: (pieces: () => AsyncGenerator<BoughtPair[]>) => Promise<T>,
): Promise<T> {
  await findPairs(terms).execute(aside)
  await sql`create index bought_pairs_nth on bought_pairs (nth)`.execute(aside)
  const result = await work(() => readPairs(aside))
  await sql`drop table bought_pairs`.execute(aside)
  return result
}

async function* readPairs(aside: Tx): AsyncGenerator<BoughtPair[]> {
  for (let after = 0; ; after += atOnce) {
    const { rows } = await sql<{ product_id: string; other_id: string; square: number }>`
      select product_id, other_id, square from bought_pairs where nth > ${after} and nth <= ${after + atOnce}
      order by nth`.execute(aside)
    if (rows.length === 0) return
    yield rows.map(({ product_id, other_id, square }) => ({
      productId: product_id,
      otherId: other_id,
      score: Math.round(Math.sqrt(Number(square)) * 1_000_000),
    }))
  }
}

/** Literals, because a statement that makes a table takes no values. */
const findPairs = ({ since, fewestBuyers, mostLines, most, played }: Terms) => sql`
  create temporary table bought_pairs as
  with paid as materialized (
    select distinct purchase_id, product_id, customer_id from orders
    where state = 'paid' and paid_at >= ${sql.lit(since)} and refunded_quantity < quantity
    and purchase_id not in (
      select purchase_id from orders group by purchase_id having count(*) > ${sql.lit(mostLines)})
    ${played ? sql`and (transaction_id is null or transaction_id not in (${played}))` : sql``}
  ),
  customers as (select count(distinct customer_id) as count from paid),
  parts as materialized (
    select product_id, count(distinct customer_id) as buyers from paid group by product_id
    having count(distinct customer_id) >= ${sql.lit(fewestBuyers)}
  ),
  pairs as materialized (
    select one.product_id, other.product_id as other_id, count(distinct one.customer_id) as together
    from paid one join paid other
    on other.purchase_id = one.purchase_id and other.product_id <> one.product_id
    group by one.product_id, other.product_id
    having count(distinct one.customer_id) >= ${sql.lit(fewestBuyers)}
  ),
  scored as (
    select pairs.product_id, other_id, together * 1.0 * together / (a.buyers * b.buyers) as square
    from pairs
    join parts a on a.product_id = pairs.product_id
    join parts b on b.product_id = other_id
    cross join customers
    where together * customers.count > a.buyers * b.buyers
  ),
  ranked as (
    select product_id, other_id, square,
      row_number() over (partition by product_id order by square desc, other_id) as position
    from scored
  )
  select product_id, other_id, square, row_number() over (order by product_id, position) as nth
  from ranked where position <= ${sql.lit(most)}`
