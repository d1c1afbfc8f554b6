import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { NewsletterRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { days } from '~/platform/time.ts'
import { countReaders } from '../store.server.ts'
import type { EditedNewsletter, ListedNewsletter } from './contract.ts'
import { refuse } from './contract.ts'
import type { newsletterFilters } from './rules.ts'

type Filter = (typeof newsletterFilters)[number]

const conditions: Record<Filter, RawBuilder<SqlBool>[]> = {
  all: [],
  draft: [sql`state = 'draft'`],
  sending: [sql`state in ('preparing', 'sending', 'paused')`],
  done: [sql`state in ('done', 'stopped')`],
}

export async function listNewsletters(db: Db, query: ListQuery & { state: Filter }) {
  const where = [
    ...conditions[query.state],
    ...(query.q ? [contains(sql`lower(subject)`, query.q.toLowerCase())] : []),
  ]
  const list = { table: 'newsletters', keys: ['created_at', 'id'], direction: 'desc', where } as const
  return (await readListPage<NewsletterRow>(db, list, query)).map(toListed)
}

export async function newsletterRow(db: Db | Tx, id: string) {
  const row = await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('unknown_newsletter')
  return row
}

export async function lockedNewsletter({ locking }: Pick<Database, 'locking'>, tx: Tx, id: string) {
  const row = await locking(tx.selectFrom('newsletters').selectAll().where('id', '=', id)).executeTakeFirst()
  if (!row) throw refuse('unknown_newsletter')
  return row
}

const toListed = (row: NewsletterRow): ListedNewsletter => ({
  _id: row.id,
  subject: row.subject,
  state: row.state,
  changedAt: row.changed_at,
  ...(row.started_at && { startedAt: row.started_at }),
  ...(row.recipients !== null && { recipients: row.recipients }),
})

export async function editedNewsletter(
  db: Db,
  row: NewsletterRow,
): Promise<Omit<EditedNewsletter, 'perMinute'>> {
  const counts = row.state === 'draft' ? [] : await countsOf(db, row)
  const inState = (state: string) => counts.filter((it) => it.state === state)
  const sum = (state: string) => inState(state).reduce((all, { count }) => all + count, 0)
  return {
    ...toListed(row),
    markdown: row.markdown,
    version: row.version,
    readers: row.state === 'draft' ? await countReaders(db) : 0,
    sent: sum('sent'),
    failed: sum('failed'),
    left: sum('left'),
    waiting: sum('queued'),
    failures: inState('failed')
      .map(({ last_error, count }) => ({ error: last_error ?? 'unknown', count }))
      .sort((a, b) => b.count - a.count),
    ...(row.ended_at && { endedAt: row.ended_at }),
    ...(row.counts && { isForgotten: true }),
    ...(row.problem && { problem: row.problem }),
    ...(row.next_at && { nextAt: row.next_at }),
  }
}

type SendCount = { state: string; last_error: string | null; count: number }

/** Out of the index alone; of one of long ago, as it was when its rows for readers were deleted. */
async function countsOf(db: Db, { id, counts }: Pick<NewsletterRow, 'id' | 'counts'>): Promise<SendCount[]> {
  if (counts) return JSON.parse(counts)
  const rows = await db
    .selectFrom('newsletter_sends')
    .select((e) => ['state', 'last_error', e.fn.countAll<number>().as('count')])
    .where('newsletter_id', '=', id)
    .groupBy(['state', 'last_error'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** How long it is known who got a newsletter, from its end on. */
export const sendsMs = days(365)

/** Of a newsletter of long ago only the numbers stay; failed ones can be sent again no more. */
export async function deleteOldSends(db: Db, now: number) {
  const old = await db
    .selectFrom('newsletters')
    .select(['id', 'counts'])
    .where('ended_at', '<', new Date(now - sendsMs).toISOString())
    .where('counts', 'is', null)
    .execute()
  for (const newsletter of old) {
    const counts = JSON.stringify(await countsOf(db, newsletter))
    // Unless it is sent again at this moment.
    await db
      .updateTable('newsletters')
      .set({ counts })
      .where('id', '=', newsletter.id)
      .where('ended_at', 'is not', null)
      .execute()
  }
  await db
    .deleteFrom('newsletter_sends')
    .where('newsletter_id', 'in', db.selectFrom('newsletters').select('id').where('counts', 'is not', null))
    .execute()
}

/** For what looks after the pictures that nobody shows. */
export async function newslettersWithPictures(db: Db) {
  const rows = await db
    .selectFrom('newsletters')
    .select('markdown')
    .where('markdown', 'like', '%/images/%')
    .execute()
  return rows.map(({ markdown }) => markdown)
}
