import { sql } from 'kysely'
import type { Topic } from '~/database/topics.ts'
import { topics } from '~/database/topics.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { seconds } from '~/platform/time.ts'
import type { Db } from './database.server.ts'

/**
 * A server that dies between its commit and its notice notifies nobody. PostgreSQL counts the rows written in each table,
 * and a topic has the name of its table: a different count is a change.
 */
export function pollMissedChanges(db: Db, listener: (changed: readonly Topic[]) => void, log: Log) {
  let before: Map<string, number> | undefined
  async function work() {
    const now = await writtenRows(db)
    // The first poll cannot know what was written since the shop started.
    const changed = topics.filter((topic) => !before || before.get(topic) !== now.get(topic))
    before = now
    if (changed.length > 0) listener(changed)
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
