import { sql } from 'kysely'
import type { Topic } from '~/database/topics.ts'
import type { Log } from '~/platform/log.server.ts'
import { startWorker } from '~/platform/queue/worker.server.ts'
import { seconds } from '~/platform/time.ts'
import type { Database, Db, Tx } from './database.server.ts'
import { leaseNext } from './lease.server.ts'

/** Much longer than a step takes. Who has the job renews it with each; after a kill the next server waits for its end. */
const leaseMs = seconds(15)
/** Begun so often without getting further, it never will. */
const mostAttempts = 10

/** What a row of a job has: its steps write how far it is, so that any server goes on where another one was. */
type Job = { id: string; state: string; due_at: string; attempts: number }

/** It was cancelled, or another server has it by now. */
export class NotHeld extends Error {}

export type JobHold<Row> = {
  /** All of a step with how far it is, or nothing once the job is not ours. `touched` names rows, and is filled by `work`. */
  write(
    topics: readonly Topic[],
    work: (tx: Tx, row: Row) => Promise<void>,
    touched?: string[],
  ): Promise<void>
  /** For the next server, at once. */
  giveBack(): Promise<unknown>
}

export function holdJob<Row extends Job>(
  database: Database,
  table: string,
  { id, state, due_at }: Row,
): JobHold<Row> {
  let dueAt = due_at
  const isOurs = () => sql`id = ${id} and state = ${state} and due_at = ${dueAt}`
  return {
    async write(topics, work, touched) {
      const next = new Date(Date.now() + leaseMs).toISOString()
      await database.change(
        topics,
        async (tx) => {
          const { rows } = await sql<Row>`
            update ${sql.table(table)} set due_at = ${next} where ${isOurs()} returning *`.execute(tx)
          if (!rows[0]) throw new NotHeld()
          await work(tx, rows[0])
        },
        touched,
      )
      dueAt = next
    },
    giveBack: () =>
      sql`update ${sql.table(table)} set due_at = ${new Date().toISOString()}, attempts = 0
        where ${isOurs()}`.execute(database.db),
  }
}

type Worked<Row> = {
  database: Database
  log: Log
  table: string
  /** In which there is something to do. */
  states: readonly string[]
  run: (job: { row: Row; hold: JobHold<Row>; mayGoOn: () => boolean }) => Promise<void>
  giveUp: (tx: Tx, row: Row) => Promise<void>
  everyMs?: number | undefined
  /** What the log says of one that failed, and when none can be read. */
  failures: [one: string, all: string]
}

/** Works on jobs, one after another. What a server has begun that is gone, another one goes on with. */
export function startJobWorker<Row extends Job>(worked: Worked<Row>) {
  const { database, log, table, states, everyMs = seconds(5), failures } = worked
  let isStopping = false

  async function work() {
    while (!isStopping) {
      const row = await nextJob<Row>(database.db, table, states)
      if (!row) return
      await run(row)
    }
  }

  async function run(row: Row) {
    const hold = holdJob(database, table, row)
    try {
      if (row.attempts > mostAttempts) return await hold.write([], (tx) => worked.giveUp(tx, row))
      await worked.run({ row, hold, mayGoOn: () => !isStopping })
    } catch (err) {
      // Otherwise it is due again when the lease has ended.
      if (!(err instanceof NotHeld)) log.error({ err, job: row.id }, failures[0])
    }
    if (isStopping) await hold.giveBack()
  }

  const worker = startWorker({ everyMs, work, log, failure: failures[1] })
  return {
    wake: worker.wake,
    stop() {
      isStopping = true
      return worker.stop()
    },
  }
}

const nextJob = async <Row>(db: Db, table: string, states: readonly string[]) =>
  (
    await leaseNext<Row>(
      db,
      {
        table,
        key: 'id',
        where: sql`state in (${sql.join(states.map((state) => sql.lit(state)))})`,
        leaseMs: () => leaseMs,
      },
      1,
    )
  )[0]
