import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Compilable, DatabaseConnection, PostgresDialectConfig } from 'kysely'
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import { topics } from '~/database/topics.ts'
import type { Log } from '~/platform/log.server.ts'
import type { ChangeListener, Engine } from './database.server.ts'
import { isAway } from './errors.server.ts'
import { createHeartbeat } from './heartbeat.server.ts'
import { pollMissedChanges } from './missed-changes.server.ts'
import { createNamedLocks } from './named-locks.server.ts'
import { changesIn, createNotifier, noticeOf, readNotice } from './notices.server.ts'
import {
  chooseHost,
  limitSession,
  noStatementLimit,
  requireHearing,
  requireWritable,
  sessionLimits,
} from './postgres-connection.server.ts'
import {
  asOneStatement,
  compiledOnce,
  isUnexpectedStep,
  valueIn,
  withPlaceholders,
} from './prepared.server.ts'

// Counts and sums arrive as int8, which pg parses as text by default.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const channel = 'shop_changes'
/** An arbitrary number that every server of the shop shares. */
const startLock = 19_980_001

/** Values of a statement that is worth a plan: an order of a few lines. */
const mostNamed = 400

/** `machine` is the same for all servers that need not be told of each other's changes. */
export function openPostgres(databaseUrl: string, log: Log, machine: string = crypto.randomUUID()): Engine {
  const host = chooseHost(databaseUrl)
  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: host.address() })
    }
  }
  const openPool = (options: pg.PoolConfig) => {
    const opened = new pg.Pool({
      ...options,
      Client,
      onConnect: async (client) => {
        await limitSession(client)
        if (host.count > 1) await requireWritable(client)
      },
    })
    // Without a listener, a restart of the database server would end this process.
    opened.on('error', (error) => log.warn({ err: error }, 'a pooled database connection was lost'))
    return opened
  }
  // More connections do not raise throughput: their answers arrive together and delay every page behind them.
  // The heartbeat notices an unresponsive server; the time only limits how long requests queue for a connection.
  const pool = openPool({ max: 8, connectionTimeoutMillis: 15_000 })
  const promptPool = openPool({ max: 1, connectionTimeoutMillis: 5000 })
  const heartbeat = createHeartbeat(pool, {
    connect: () => onAnyHost(host, () => pool.connect()),
    onSlowCommit: () => log.warn(slowCommit),
    others: [promptPool],
  })
  const db = new Kysely<Tables>({ dialect: strictDialect({ pool: heartbeat.pool }) })
  const promptDb = new Kysely<Tables>({ dialect: strictDialect({ pool: promptPool }) })
  let hearSelf = () => {}
  const heardSelf = new Promise<void>((heard) => {
    hearSelf = heard
  })
  /** What was changed in rows that were named, here or elsewhere. */
  const knownRows = new Map<Topic, number>()
  let closing = false
  let listening: pg.Client | undefined
  let poller: { stop(): Promise<void> } | undefined

  async function listen(listener: ChangeListener) {
    const client = new Client({ keepAlive: true, connectionTimeoutMillis: 5000 })
    const lost = new Promise<void>((gone) => {
      client.on('error', () => gone())
      client.on('end', () => gone())
    })
    client.on('notification', ({ payload }) => {
      const notice = readNotice(payload)
      const isOwn = notice.from === machine
      if (isOwn) hearSelf()
      for (const { changed, rows, touched } of changesIn(notice)) {
        for (const topic of changed) knownRows.set(topic, (knownRows.get(topic) ?? 0) + rows)
        if (!isOwn) listener(changed, touched)
      }
    })
    try {
      await client.connect()
      await requireWritable(client)
      await client.query(`listen ${channel}`)
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
    listening = client
    // Wrapped in an object, because an async function would await a bare promise before returning.
    return { client, lost }
  }

  /** While notices are interrupted anything may have changed: every second all caches are invalidated. */
  async function keepListening(listener: ChangeListener, first: Listening) {
    let connection: Listening | undefined = first
    while (connection) {
      void heartbeat.watch(connection.client, connection.lost)
      await connection.lost
      if (closing) return
      log.warn('change notices of the database are interrupted')
      connection = await untilListening(listener)
    }
  }
  async function untilListening(listener: ChangeListener) {
    while (!closing) {
      listener(topics)
      try {
        const connection = await onAnyHost(host, () => listen(listener))
        listener(topics)
        return connection
      } catch {
        await sleep(1000)
      }
    }
    return undefined
  }

  /** A named statement: each connection caches its plan, unless that would take more memory than it saves time. */
  function named<Row>(query: Compilable<Row>) {
    const { sql: text, parameters } = query.compile()
    const name = parameters.length > mostNamed ? {} : { name: createHash('sha1').update(text).digest('hex') }
    return async (values: object): Promise<Row[]> => {
      const filled = parameters.map((parameter) => valueIn(parameter, values))
      const client = await heartbeat.pool.connect()
      try {
        return (await client.query({ ...name, text, values: filled })).rows
      } finally {
        client.release()
      }
    }
  }

  function inTransaction<Row>(queries: Compilable<Row>[]) {
    const fills = queries.map((query) => withPlaceholders<object, Row>(query))
    return (values: object) =>
      db.transaction().execute(async (tx) => {
        const results: Row[] = []
        for (const fill of fills) results.push(...(await tx.executeQuery(fill(values))).rows)
        return results
      })
  }

  const send = (notice: string) => sql`select pg_notify(${channel}, ${notice})`.execute(db)
  const notify = createNotifier(async (changes) => {
    try {
      await send(noticeOf(machine, changes))
    } catch (error) {
      log.warn({ err: error }, 'other servers were not notified of a change; they will find it by polling')
    }
  })

  return {
    name: 'postgres',
    db,
    promptDb,
    prepare(build) {
      const compiled = compiledOnce((values: Parameters<typeof build>[0]) => named(build(values)))
      return (values) => compiled(values)(values)
    },
    prepareBatch(build) {
      const compiled = compiledOnce((values: Parameters<typeof build>[0]) => {
        const stages = build(values).map((steps) => asOneStatement(db, steps))
        return stages.length > 1 ? inTransaction(stages) : named(stages[0]!)
      })
      return async (values) => {
        try {
          return (await compiled(values)(values)).flatMap(({ returned }) => returned ?? [])
        } catch (error) {
          if (isUnexpectedStep(error)) return undefined
          throw error
        }
      }
    },
    notify,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    onRemoteChange: async (listener) => {
      const first = await onAnyHost(host, () => listen(listener))
      void keepListening(listener, first)
      await requireHearing(() => send(noticeOf(machine, [])), heardSelf)
      poller = pollMissedChanges(db, listener, {
        log,
        knownRows: (topic) => knownRows.get(topic) ?? 0,
      })
    },
    withLock: (work) =>
      db.connection().execute(async (one) => {
        await sql.raw(noStatementLimit).execute(one)
        await sql`select pg_advisory_lock(${startLock})`.execute(one)
        try {
          return await work(one)
        } finally {
          await sql`select pg_advisory_unlock(${startLock})`.execute(one)
          await sql.raw(sessionLimits).execute(one)
        }
      }),
    readAside: (work) =>
      db.connection().execute(async (one) => {
        await sql.raw(noStatementLimit).execute(one)
        try {
          return await one.transaction().setIsolationLevel('repeatable read').execute(work)
        } finally {
          await sql.raw(sessionLimits).execute(one)
        }
      }),
    tryLock: createNamedLocks(heartbeat.pool.connect),
    async close() {
      closing = true
      await poller?.stop()
      // Waits until pending notices are sent.
      await notify([])
      await listening?.end()
      await promptDb.destroy()
      await db.destroy()
    },
  }
}

type Listening = { client: pg.Client; lost: Promise<void> }

const slowCommit =
  'PostgreSQL waits for a synchronous standby to confirm a change, and whoever made it waits, too. Is the standby ' +
  'running? See synchronous_standby_names.'

/** Tries each host once, beginning with the one that was used last. */
async function onAnyHost<T>(host: ReturnType<typeof chooseHost>, connect: () => Promise<T>): Promise<T> {
  for (let left = host.count; ; left -= 1) {
    const address = host.address()
    try {
      return await connect()
    } catch (error) {
      if (left <= 1 || !isAway(error)) throw error
      host.leave(address)
    }
  }
}

/**
 * PostgreSQL answers the commit of a failed transaction with a rollback, and not with an error. A statement before the
 * commit, in the same round trip, fails instead, so nothing that was rolled back is taken for committed.
 */
class StrictDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('select 1; commit'))
  }
}

const strictDialect = (config: PostgresDialectConfig) =>
  Object.assign(new PostgresDialect(config), { createDriver: () => new StrictDriver(config) })
