import { sql } from 'kysely'
import type { Topic } from '~/database/topics.ts'
import { topics, usualTopic } from '~/database/topics.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { minutes, seconds } from '~/platform/time.ts'
import type { ChangeListener, Db } from './database.server.ts'

/** Where rows are written all the time, that some were written for something unusual is assumed this often. */
const assumeEveryMs = minutes(1)

/**
 * A server that dies between its commit and its notice notifies nobody. PostgreSQL counts the rows written in each table,
 * and a topic has the name of its table: a different count is a change. A count does not tell for what rows were written, so
 * what they are usually written for is assumed at once; anything else when the count stands still and is not what this
 * server knows to be written for the usual, by `knownRows`.
 */
export function pollMissedChanges(
  db: Db,
  listener: ChangeListener,
  { log, knownRows }: { log: Log; knownRows: (topic: Topic) => number },
) {
  let before: Map<string, number> | undefined
  /** Of topics with a usual one: rows of which nobody has told, or that were written for something else. */
  const otherRows = new Map<Topic, number>()
  const moving = new Set<Topic>()
  let assumedAt = performance.now()

  async function work() {
    const now = await writtenRows(db)
    // The first poll cannot know what was written since the shop started.
    const changed = new Set(topics.filter((topic) => !before || before.get(topic) !== now.get(topic)))
    for (const topic of Object.keys(usualTopic) as Topic[])
      if (before) becomeUsual(topic, changed, now)
      else otherRows.set(topic, otherRowsIn(topic, now))
    before = now
    if (changed.size > 0) listener([...changed])
  }

  const otherRowsIn = (topic: Topic, now: Map<string, number>) =>
    (now.get(topic) ?? 0) - knownRows(usualTopic[topic]!)

  function becomeUsual(topic: Topic, changed: Set<Topic>, now: Map<string, number>) {
    if (changed.delete(topic)) {
      changed.add(usualTopic[topic]!)
      moving.add(topic)
      if (performance.now() - assumedAt < assumeEveryMs) return
    } else if (moving.delete(topic)) {
      const others = otherRowsIn(topic, now)
      if (otherRows.get(topic) === others) return
      otherRows.set(topic, others)
    } else return
    changed.add(topic)
    assumedAt = performance.now()
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
