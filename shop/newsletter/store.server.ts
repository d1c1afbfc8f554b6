import { sql } from 'kysely'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readInBatches, readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import type { Subscription } from './contract.ts'

const rowsPerQuery = 500

/** False when the address was on the list already. */
export async function subscribe(tx: Tx, email: string) {
  const added = await tx
    .insertInto('newsletter_subscriptions')
    .values({ email, created_at: new Date().toISOString() })
    .onConflict((c) => c.column('email').doNothing())
    .returning('email')
    .executeTakeFirst()
  return added !== undefined
}

export const unsubscribe = (db: Db | Tx, email: string) =>
  db.deleteFrom('newsletter_subscriptions').where('email', '=', email).execute()

export async function subscriptions(db: Db, query: ListQuery) {
  const list = {
    table: 'newsletter_subscriptions',
    keys: ['created_at', 'email'],
    direction: 'desc',
    where: query.q ? [contains(sql.ref('email'), query.q.toLowerCase())] : [],
  } as const
  const page = await readListPage<SubscriptionRow>(db, list, query)
  return page.map(toSubscription)
}

export async function* allSubscriptions(db: Db) {
  const list = { table: 'newsletter_subscriptions', keys: ['email'], direction: 'asc' } as const
  for await (const rows of readInBatches<SubscriptionRow>(db, list, rowsPerQuery))
    yield rows.map(toSubscription)
}

export const exportSubscriptions = (db: Db, email: string) =>
  db.selectFrom('newsletter_subscriptions').selectAll().where('email', '=', email).execute()

type SubscriptionRow = { email: string; created_at: string }

const toSubscription = (row: SubscriptionRow): Subscription => ({
  email: row.email,
  createdAt: row.created_at,
})
