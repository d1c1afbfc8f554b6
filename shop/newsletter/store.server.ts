import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { SubscriptionRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { readInBatches, readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { days } from '~/platform/time.ts'
import type { Subscription } from './contract.ts'

const rowsPerQuery = 500

/** How long a subscription waits for its link to be followed; the link is valid as long. */
export const confirmMs = days(7)

/** Whether somebody gets the next newsletter. */
export const isReader: RawBuilder<SqlBool> = sql`(confirmed_at is not null or id is null) and stopped_at is null`

/** Undefined when the address is on the list already; one to which nothing could be sent any more begins again,
 * and so does one that waits for a link where none is asked for any more. */
export async function subscribe(tx: Tx, email: string, { mustConfirm }: { mustConfirm: boolean }) {
  const now = new Date().toISOString()
  const row = {
    id: newId(),
    created_at: now,
    confirmed_at: mustConfirm ? null : now,
    failures: 0,
    stopped_at: null,
  }
  const again = sql.raw(
    `newsletter_subscriptions.stopped_at is not null${mustConfirm ? '' : ' or newsletter_subscriptions.confirmed_at is null and newsletter_subscriptions.id is not null'}`,
  )
  return tx
    .insertInto('newsletter_subscriptions')
    .values({ email, ...row })
    .onConflict((c) => c.column('email').doUpdateSet(row).where(sql<boolean>`${again}`))
    .returning('id')
    .executeTakeFirst()
}

/** The subscription of an address that has not been confirmed yet. */
export const unconfirmed = (tx: Tx, email: string) =>
  tx
    .selectFrom('newsletter_subscriptions')
    .select('id')
    .where('email', '=', email)
    .where('id', 'is not', null)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()

/** False when there is no such subscription any more. The first time counts: it is the proof. */
export async function confirmSubscription(db: Db, id: string) {
  const confirmed = await db
    .updateTable('newsletter_subscriptions')
    .set((e) => ({ confirmed_at: e.fn.coalesce('confirmed_at', e.val(new Date().toISOString())) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

export const deleteUnconfirmed = (db: Db, now: number) =>
  db
    .deleteFrom('newsletter_subscriptions')
    .where('id', 'is not', null)
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', new Date(now - confirmMs).toISOString())
    .execute()

/** Rows that a server of the version before has written: confirmed, as all were at its time. */
export async function adoptSubscriptions(tx: Tx) {
  const rows = await tx
    .selectFrom('newsletter_subscriptions')
    .select('email')
    .where('id', 'is', null)
    .execute()
  for (const { email } of rows)
    await tx
      .updateTable('newsletter_subscriptions')
      .set((e) => ({ id: newId(), confirmed_at: e.ref('created_at') }))
      .where('email', '=', email)
      .where('id', 'is', null)
      .execute()
}

export async function countReaders(db: Db | Tx) {
  const { count } = await db
    .selectFrom('newsletter_subscriptions')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(isReader)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** True when it was on the list. */
export async function unsubscribe(db: Db | Tx, email: string) {
  const { numDeletedRows } = await db
    .deleteFrom('newsletter_subscriptions')
    .where('email', '=', email)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

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

/** With what was sent to it. */
export async function exportSubscriptions(db: Db, email: string) {
  const rows = await db
    .selectFrom('newsletter_subscriptions')
    .selectAll()
    .where('email', '=', email)
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      newsletters: await db
        .selectFrom('newsletter_sends')
        .innerJoin('newsletters', 'newsletters.id', 'newsletter_sends.newsletter_id')
        .select(['newsletters.subject', 'newsletter_sends.state', 'newsletter_sends.sent_at'])
        .where('newsletter_sends.subscription_id', '=', row.id ?? '')
        .execute(),
    })),
  )
}

const toSubscription = (row: SubscriptionRow): Subscription => ({
  email: row.email,
  createdAt: row.created_at,
  state: row.stopped_at ? 'stopped' : row.confirmed_at || !row.id ? 'subscribed' : 'unconfirmed',
})
