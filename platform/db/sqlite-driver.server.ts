import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import {
  InsertQueryNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createMutex } from '~/platform/queue/mutex.server.ts'
import type { SqliteThread } from './sqlite-thread.server.ts'
import { startSqliteThread } from './sqlite-thread.server.ts'

/** Many rows in a row are not all sent ahead: they would pile up in memory. */
const mostUnheard = 20

/** SQLite with a thread that writes and one that reads what was last committed. */
export function sqliteInThreads(file: string, pragmas: string[]) {
  const driver = createDriver(file, pragmas)
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => driver,
  }
  return { dialect, together: driver.together }
}

function createDriver(file: string, pragmas: string[]) {
  let writer: SqliteThread
  let reader: SqliteThread
  const turns = createMutex()

  class Connection implements DatabaseConnection {
    writes = false
    /** Inserts since the last answer. */
    unheard = 0

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const asked = { sql: query.sql, values: query.parameters }
      if (this.writes && onlyAdds(query) && this.unheard < mostUnheard) {
        this.unheard += 1
        writer.tell({ act: 'run', ...asked })
        return { rows: [] }
      }
      if (this.writes) {
        this.unheard = 0
        return (await writer.ask({ act: 'run', ...asked })) as QueryResult<R>
      }
      if (onlyReads(query)) return (await reader.ask({ act: 'read', ...asked })) as QueryResult<R>
      await turns.take()
      const answer = writer.ask({ act: 'once', ...asked })
      turns.pass()
      return (await answer) as QueryResult<R>
    }

    // biome-ignore lint/correctness/useYield: it only refuses
    async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
      throw new Error('SQLite is read in batches, each beginning where the last one ended.')
    }
  }

  async function finish(connection: Connection, act: 'commit' | 'rollback') {
    connection.writes = false
    const answer = writer.ask({ act })
    turns.pass()
    await answer
  }

  const driver: Driver = {
    async init() {
      writer = startSqliteThread()
      reader = startSqliteThread()
      // One after the other: the first one makes the file and chooses how it is written.
      await writer.ask({ act: 'open', file, pragmas })
      await reader.ask({ act: 'open', file, pragmas })
    },
    acquireConnection: async () => new Connection(),
    async beginTransaction(connection) {
      await turns.take()
      writer.tell({ act: 'begin' })
      ;(connection as Connection).writes = true
    },
    commitTransaction: (connection) => finish(connection as Connection, 'commit'),
    rollbackTransaction: (connection) => finish(connection as Connection, 'rollback'),
    releaseConnection: async () => {},
    async destroy() {
      await Promise.all([writer.close(), reader.close()])
    },
  }

  return Object.assign(driver, {
    /** In one message, also with those of others: nobody waits for an answer in between. */
    async together(statements: CompiledQuery[]) {
      await turns.take()
      const asked = statements.map(({ sql, parameters }) => ({ sql, values: parameters }))
      const answer = writer.ask({ act: 'together', statements: asked })
      turns.pass()
      return (await answer).rows.length > 0
    },
  })
}

/** Not waited for inside a transaction: one that fails makes whatever follows fail, the commit at the latest. */
const onlyAdds = ({ query }: CompiledQuery) =>
  InsertQueryNode.is(query) && !query.returning && !query.onConflict

const onlyReads = ({ query, sql }: CompiledQuery) => SelectQueryNode.is(query) || /^\s*select\b/i.test(sql)
