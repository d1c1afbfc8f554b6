import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Siblings } from '~/platform/workers/siblings.server.ts'

const mostKept = 50_000
/** Room is made for many at once, because it takes a look at all of them. */
const mostAfterwards = 30_000

type Count = { count: number; endsAt: number }
/** Counts what happens within a time that begins with the first of them. */
export type Counters = {
  add(key: string, windowMs: number): Promise<Count>
  forget(key: string): Promise<void>
  /** How many there were, without counting one. */
  look(key: string): Promise<Count | undefined>
}

/** One server counts for itself; several on one PostgreSQL count together. */
export const createCounters = ({ engine, db }: Pick<Database, 'engine' | 'db'>, now = Date.now): Counters =>
  engine === 'postgres' ? countersInTable(db, now) : countersInMemory(now)

type CountInMemory = Count & { windowMs: number }

export function countersInMemory(now = Date.now): Counters {
  const counts = new Map<string, CountInMemory>()
  return {
    async add(key, windowMs) {
      const time = now()
      const known = counts.get(key)
      if (known && !isOver(known.endsAt, time, windowMs)) {
        known.count += 1
        // A copy: a later reader must not see the count of those who came meanwhile.
        return { count: known.count, endsAt: known.endsAt }
      }
      if (counts.size >= mostKept) makeRoom(counts, time)
      const begun = { count: 1, endsAt: time + windowMs }
      counts.set(key, { ...begun, windowMs })
      return begun
    },
    async forget(key) {
      counts.delete(key)
    },
    async look(key) {
      const known = counts.get(key)
      return known && !isOver(known.endsAt, now(), known.windowMs)
        ? { count: known.count, endsAt: known.endsAt }
        : undefined
    },
  }
}

/** What the other workers of the machine count, counts here as well. */
export function countersOfMachine(siblings: Siblings | undefined): Counters {
  const here = countersInMemory()
  if (!siblings) return here
  siblings.hear('count', (counted) => {
    if (counted) void here.add(counted.key, counted.windowMs)
  })
  return {
    ...here,
    add(key, windowMs) {
      siblings.tell('count', { key, windowMs })
      return here.add(key, windowMs)
    },
  }
}

/**
 * Forgets what has ended; if that is too little, what matters least: counts of a short time before those of a long one,
 * and low ones before high ones, so that nobody washes out a count of guessed passwords by a flood of other requests.
 */
function makeRoom(counts: Map<string, CountInMemory>, time: number) {
  for (const [key, { endsAt }] of counts) if (endsAt <= time) counts.delete(key)
  const surplus = counts.size - mostAfterwards
  if (surplus <= 0) return
  const leastFirst = [...counts].sort(
    ([, a], [, b]) => a.windowMs - b.windowMs || a.count - b.count || a.endsAt - b.endsAt,
  )
  for (const [key] of leastFirst.slice(0, surplus)) counts.delete(key)
}

const isOver = (endsAt: number, time: number, windowMs: number) =>
  endsAt <= time || endsAt > lastPossibleEnd(time, windowMs)

/**
 * A count that ends later was begun before the clock was put back, and nobody shall wait for that. One window is
 * allowed: of calls at once the later one may be counted first, and the clocks of two servers differ.
 */
const lastPossibleEnd = (time: number, windowMs: number) => time + 2 * windowMs

export const countersInTable = (db: Db, now = Date.now): Counters => ({
  async add(key, windowMs) {
    const time = now()
    const ends = isoTime(time + windowMs)
    const over = sql<boolean>`counts.ends_at <= ${isoTime(time)} or counts.ends_at > ${isoTime(lastPossibleEnd(time, windowMs))}`
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
  async look(key) {
    const row = await db
      .selectFrom('counts')
      .select(['count', 'ends_at'])
      .where('key', '=', hashed(key))
      .where('ends_at', '>', isoTime(now()))
      .executeTakeFirst()
    return row && { count: row.count, endsAt: Date.parse(row.ends_at) }
  },
})

const isoTime = (time: number) => new Date(time).toISOString()

/** Keys name people and addresses, and none of that needs to lie in a table. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

export const deleteEndedCounts = (db: Db, now: number) =>
  db.deleteFrom('counts').where('ends_at', '<', isoTime(now)).execute()
