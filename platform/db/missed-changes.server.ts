import { sql } from 'kysely'
import type { Topic } from '~/database/topics.ts'
import { topics, usualTopic } from '~/database/topics.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { seconds } from '~/platform/time.ts'
import type { Db } from './database.server.ts'

/** That rows were written for something else than what they usually are is assumed this often. */
const assumeEveryMs = seconds(10)

/**
 * A server that dies between its commit and its notice notifies nobody. PostgreSQL counts the rows written in each table,
 * and a topic has the name of its table: a different count is a change. A count does not tell by whom and for what, so what
 * rows are usually written for is assumed at once, and anything else only now and then.
 */
export function pollMissedChanges(db: Db, listener: (changed: readonly Topic[]) => void, log: Log) {
  let before: Map<string, number> | undefined
  const unsaid = new Set<Topic>()
  let assumedAt = Number.NEGATIVE_INFINITY
  async function work() {
    const now = await writtenRows(db)
    // The first poll cannot know what was written since the shop started.
    const changed = new Set(topics.filter((topic) => !before || before.get(topic) !== now.get(topic)))
    before = now
    for (const topic of [...changed]) {
      const usual = usualTopic[topic]
      if (!usual) continue
      changed.delete(topic)
      changed.add(usual)
      unsaid.add(topic)
    }
    if (unsaid.size > 0 && performance.now() - assumedAt >= assumeEveryMs) {
      for (const topic of unsaid) changed.add(topic)
      unsaid.clear()
      assumedAt = performance.now()
    }
    if (changed.size > 0) listener([...changed])
  }
  return startWorker({ everyMs: seconds(2), work, log, failure: 'the poll for missed changes failed' })
}

async function writtenRows(db: Db) {
  const { rows } = await sql<{ topic: string; count: number }>`
    select relname as topic, n_tup_ins + n_tup_upd + n_tup_del as count from pg_stat_user_tables
    where schemaname = current_schema() and relname in (${sql.join(topics)})
  `.execute(db)
  return new Map(rows.map(({ topic, count }) => [topic, count]))
}

/**
 * Sends one notice at a time; changes made meanwhile share the next. A notice inside each transaction would serialize all
 * commits of the database.
 */
export function createNotifier(send: (changed: readonly Topic[]) => Promise<void>) {
  let sending = Promise.resolve()
  let next: { changed: Set<Topic>; sent: Promise<void> } | undefined

  return (changed: readonly Topic[]) => {
    if (!next) {
      const gathered = new Set<Topic>()
      sending = sending.then(() => {
        next = undefined
        return gathered.size > 0 ? send([...gathered]) : undefined
      })
      next = { changed: gathered, sent: sending }
    }
    for (const topic of changed) next.changed.add(topic)
    return next.sent
  }
}
