import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Compilable } from 'kysely'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import { topics } from '~/database/topics.ts'
import type { Log } from '~/platform/log.server.ts'
import { inOneStatement, touchedNothing } from './batch.server.ts'
import type { Engine } from './database.server.ts'
import { createHeartbeat } from './heartbeat.server.ts'
import { pollMissedChanges } from './missed-changes.server.ts'
import { createNotifier } from './notifier.server.ts'
import { fillable, gapsFor } from './placeholders.server.ts'

// Counts and sums arrive as int8, which pg hands over as text unless told otherwise.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const channel = 'shop_changes'
/** Any number, as long as every server of the shop uses the same. */
const startLock = 19_980_001
const roundLock = 19_980_002

export function openPostgres(connectionString: string, log: Log): Engine {
  const pool = new pg.Pool({
    connectionString,
    // More would sell no more: what they answer at the same moment holds up every page behind it.
    max: 8,
    // A silent server is noticed by the pulse, so this is only how long a crowd may queue for a connection.
    connectionTimeoutMillis: 15_000,
    statement_timeout: 15_000,
    // Of a server that died in the middle, and whose end the database has not heard of.
    idle_in_transaction_session_timeout: 30_000,
  })
  // Without a listener a restarted database server would end this process.
  pool.on('error', (error) => log.warn({ err: error }, 'a pooled database connection was lost'))
  const pulse = createHeartbeat(pool)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pulse.pool }) })
  const self = crypto.randomUUID()
  let closing = false
  let listening: pg.Client | undefined
  let looking: { stop(): Promise<void> } | undefined

  async function listen(listener: (changed: readonly Topic[]) => void) {
    const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5000 })
    const lost = new Promise<void>((gone) => {
      client.on('error', () => gone())
      client.on('end', () => gone())
    })
    client.on('notification', ({ payload }) => {
      const notice = JSON.parse(payload ?? '{}')
      if (notice.from !== self) listener(notice.changed)
    })
    await client.connect()
    await client.query(`listen ${channel}`)
    listening = client
    void pulse.watch(client, lost)
    // Wrapped, because an async function would wait for a bare promise before it returned.
    return { lost }
  }

  /** While deaf, everything may have changed: caches are dropped every second until notices arrive again. */
  async function keepListening(
    listener: (changed: readonly Topic[]) => void,
    first: { lost: Promise<void> },
  ) {
    let connection: { lost: Promise<void> } | undefined = first
    while (connection) {
      await connection.lost
      if (closing) return
      log.warn('change notices of the database are interrupted')
      connection = await untilListening(listener)
    }
  }
  async function untilListening(listener: (changed: readonly Topic[]) => void) {
    while (!closing) {
      listener(topics)
      try {
        const connection = await listen(listener)
        listener(topics)
        return connection
      } catch {
        await sleep(1000)
      }
    }
    return undefined
  }

  /** By its name each connection keeps its plan. */
  function named<Row>(query: Compilable<Row>) {
    const fill = fillable<object, Row>(query)
    const name = createHash('sha1').update(query.compile().sql).digest('hex')
    return async (values: object): Promise<Row[]> => {
      const { sql: text, parameters } = fill(values)
      const client = await pulse.pool.connect()
      try {
        return (await client.query({ name, text, values: [...parameters] })).rows
      } finally {
        client.release()
      }
    }
  }

  const announce = createNotifier(async (changed) => {
    try {
      const notice = JSON.stringify({ from: self, changed })
      await sql`select pg_notify(${channel}, ${notice})`.execute(db)
    } catch (error) {
      log.warn({ err: error }, 'other servers were not told of a change; they will find it themselves')
    }
  })

  return {
    name: 'postgres',
    db,
    prepare: (build) => named(build(gapsFor())),
    prepareTogether(build) {
      const run = named(inOneStatement(db, build(gapsFor())))
      return async (values) => {
        try {
          await run(values)
          return true
        } catch (error) {
          if (touchedNothing(error)) return false
          throw error
        }
      }
    },
    announce,
    onForeignChange: async (listener) => {
      void keepListening(listener, await listen(listener))
      looking = pollMissedChanges(db, listener, log)
    },
    exclusively: (act) =>
      db.connection().execute(async (one) => {
        await sql`select pg_advisory_lock(${startLock})`.execute(one)
        try {
          return await act()
        } finally {
          await sql`select pg_advisory_unlock(${startLock})`.execute(one)
        }
      }),
    unlessElsewhere: (act) =>
      db.connection().execute(async (one) => {
        const { rows } = await sql<{
          free: boolean
        }>`select pg_try_advisory_lock(${roundLock}) as free`.execute(one)
        if (!rows[0]?.free) return false
        try {
          await act()
        } finally {
          await sql`select pg_advisory_unlock(${roundLock})`.execute(one)
        }
        return true
      }),
    async close() {
      closing = true
      await looking?.stop()
      // Whatever is still to be told.
      await announce([])
      await listening?.end()
      await db.destroy()
    },
  }
}
