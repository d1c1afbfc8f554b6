import type { DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import {
  CompiledQuery,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createMutex } from '~/platform/queue/semaphore.server.ts'
import type { ReturnedRow, Step } from './database.server.ts'
import type { SqliteThread } from './sqlite-thread.server.ts'
import { startSqliteThread } from './sqlite-thread.server.ts'

/** SQLite with one thread that writes, and one that reads what was last committed. */
export function threadedSqlite(file: string, pragmas: string[]) {
  const driver = createDriver(file, pragmas)
  return { dialect: dialectOf(driver), batch: driver.batch }
}

const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createDriver: () => driver,
})

/** One thread and connection more, as long as it is needed. */
export function asideSqlite(file: string, pragmas: string[]) {
  let thread: SqliteThread
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters: values }: CompiledQuery) =>
      (await thread.request({ type: 'read', sql, values })) as QueryResult<R>,
    streamQuery: refuseToStream,
  }
  const run = (sql: string) => async (one: DatabaseConnection) =>
    void (await one.executeQuery(CompiledQuery.raw(sql)))
  return dialectOf({
    async init() {
      thread = startSqliteThread()
      await thread.request({ type: 'open', file, pragmas })
    },
    acquireConnection: async () => connection,
    beginTransaction: run('begin'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    releaseConnection: async () => {},
    destroy: () => thread.close(),
  })
}

// biome-ignore lint/correctness/useYield: it only refuses
async function* refuseToStream(): AsyncIterableIterator<never> {
  throw new Error('SQLite is read in batches, each beginning where the last one ended.')
}

function createDriver(file: string, pragmas: string[]) {
  let writer: SqliteThread
  let reader: SqliteThread
  const writing = createMutex()

  class Connection implements DatabaseConnection {
    isInTransaction = false

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { sql, parameters: values } = query
      if (this.isInTransaction) return (await writer.request({ type: 'run', sql, values })) as QueryResult<R>
      if (isRead(query)) return (await reader.request({ type: 'read', sql, values })) as QueryResult<R>
      await writing.lock()
      const result = writer.request({ type: 'single', sql, values })
      writing.unlock()
      return (await result) as QueryResult<R>
    }

    streamQuery = refuseToStream
  }

  async function finish(connection: Connection, type: 'commit' | 'rollback') {
    connection.isInTransaction = false
    const result = writer.request({ type })
    writing.unlock()
    await result
  }

  const driver: Driver = {
    async init() {
      writer = startSqliteThread()
      reader = startSqliteThread()
      // One after the other: the first one creates the file and sets its journal mode.
      await writer.request({ type: 'open', file, pragmas })
      await reader.request({ type: 'open', file, pragmas })
    },
    acquireConnection: async () => new Connection(),
    async beginTransaction(connection) {
      await writing.lock()
      // Travels in one message with the first statement, which fails when this does.
      writer.post({ type: 'begin' })
      ;(connection as Connection).isInTransaction = true
    },
    commitTransaction: (connection) => finish(connection as Connection, 'commit'),
    rollbackTransaction: (connection) => finish(connection as Connection, 'rollback'),
    releaseConnection: async () => {},
    async destroy() {
      // The last one writes the log into the file, which then is all there is: of two at once neither may be the last.
      await writer.close(reader.close())
    },
  }

  return Object.assign(driver, {
    /** One message for all; resolves to undefined, and changes nothing, when one affects another number of rows. */
    async batch(
      steps: (Omit<Step, 'statement'> & { statement: CompiledQuery })[],
    ): Promise<ReturnedRow[] | undefined> {
      await writing.lock()
      const statements = steps.map(({ statement: { sql, parameters }, ...step }) => ({
        ...step,
        sql,
        values: parameters,
      }))
      const result = writer.request({ type: 'batch', statements })
      writing.unlock()
      const [committed] = (await result).rows as { returned: ReturnedRow[] }[]
      return committed?.returned
    },
  })
}

const isRead = ({ query, sql }: CompiledQuery) => SelectQueryNode.is(query) || /^\s*select\b/i.test(sql)
