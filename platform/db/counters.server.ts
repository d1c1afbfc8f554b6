import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '~/platform/db/database.server.ts'

const mostKept = 50_000

type Count = { count: number; endsAt: number }
/** Counts what happens within a time that begins with the first of them. */
export type Counters = {
  add(key: string, windowMs: number): Promise<Count>
  forget(key: string): Promise<void>
}

/** One server counts for itself; several on one PostgreSQL count together. */
export const createCounters = ({ engine, db }: Pick<Database, 'engine' | 'db'>): Counters =>
  engine === 'postgres' ? countersIn(db) : countersInMemory()

/** Bounded: when too many are counted, all start again from zero. */
export function countersInMemory(now = Date.now): Counters {
  const counts = new Map<string, Count>()
  return {
    async add(key, windowMs) {
      const time = now()
      const known = counts.get(key)
      if (known && !isOver(known.endsAt, time, windowMs)) {
        known.count += 1
        // A copy: a later reader must not see the count of those who came meanwhile.
        return { ...known }
      }
      if (counts.size >= mostKept) counts.clear()
      const begun = { count: 1, endsAt: time + windowMs }
      counts.set(key, begun)
      return { ...begun }
    },
    async forget(key) {
      counts.delete(key)
    },
  }
}

/** Also when it would last longer than it can: then the clock was put back, and nobody shall wait for that. */
const isOver = (endsAt: number, time: number, windowMs: number) => endsAt <= time || endsAt > time + windowMs

const countersIn = (db: Db): Counters => ({
  async add(key, windowMs) {
    const time = Date.now()
    const now = new Date(time).toISOString()
    const ends = new Date(time + windowMs).toISOString()
    const over = sql<boolean>`counts.ends_at <= ${now} or counts.ends_at > ${ends}`
    const { count, ends_at } = await db
      .insertInto('counts')
      .values({ key: hashed(key), count: 1, ends_at: ends })
      .onConflict((c) =>
        c.column('key').doUpdateSet({
          count: sql`case when ${over} then 1 else counts.count + 1 end`,
          ends_at: sql`case when ${over} then ${ends} else counts.ends_at end`,
        }),
      )
      .returning(['count', 'ends_at'])
      .executeTakeFirstOrThrow()
    return { count, endsAt: Date.parse(ends_at) }
  },
  async forget(key) {
    await db.deleteFrom('counts').where('key', '=', hashed(key)).execute()
  },
})

/** Keys name people and addresses, and none of that needs to lie in a table. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

export const deleteEndedCounts = (db: Db, now: number) =>
  db.deleteFrom('counts').where('ends_at', '<', new Date(now).toISOString()).execute()
