import type { Db, Tx } from '~/platform/db/database.server.ts'

/** What the owner has put beside these parts, in the order of each. */
export async function relatedIds(db: Db | Tx, productIds: string[]) {
  if (productIds.length === 0) return []
  const rows = await db
    .selectFrom('related_parts')
    .select(['product_id', 'other_id'])
    .where('product_id', 'in', productIds)
    .orderBy('position')
    .orderBy('other_id')
    .execute()
  const places = new Map(productIds.map((id, n) => [id, n]))
  return rows
    .toSorted((a, b) => places.get(a.product_id)! - places.get(b.product_id)!)
    .map(({ other_id }) => other_id)
}

/** What was bought together with these parts, the best first. */
export async function boughtWith(db: Db, productIds: string[]) {
  if (productIds.length === 0) return []
  const rows = await db
    .selectFrom('bought_together')
    .innerJoin('bought_together_counts', 'bought_together_counts.generation', 'bought_together.generation')
    .select(['other_id', 'score'])
    .where('product_id', 'in', productIds)
    .orderBy('score', 'desc')
    .orderBy('other_id')
    .execute()
  return rows.map(({ other_id }) => other_id)
}
