import type { Compilable, Kysely, OperationNodeSource, Transaction } from 'kysely'
import type { Tables } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import type { Config } from '~/platform/config.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { openPostgres } from './postgres.server.ts'
import { openSqlite, openSqliteBeside } from './sqlite.server.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** An insert, update or delete that answers with the rows it touched. */
export type Statement = OperationNodeSource & Compilable

export type Engine = {
  name: 'sqlite' | 'postgres'
  db: Db
  /** For what is asked all day: its text is made once, with gaps for the values. */
  prepare<Values extends object, Row>(
    build: (gaps: Values) => Compilable<Row>,
  ): (values: Values) => Promise<Row[]>
  /** The same; all of these statements are kept, or none when one of them touched no row: then the answer is false. */
  prepareTogether<Values extends object>(
    build: (gaps: Values) => Statement[],
  ): (values: Values) => Promise<boolean>
  /** Tells other processes on the same data what was changed and kept. */
  announce(changed: readonly Topic[]): Promise<void>
  /** Calls back when another process has changed something, or may have. */
  onForeignChange(listener: (changed: readonly Topic[]) => void): Promise<void>
  /** Runs `act` while no other process is doing the same. */
  exclusively<T>(act: () => Promise<T>): Promise<T>
  /** Runs `act` unless another process is at it this very moment; false when it was left to that one. */
  unlessElsewhere(act: () => Promise<void>): Promise<boolean>
  close(): Promise<void>
}

export const openEngine = (config: Config, log: Log): Engine =>
  config.databaseUrl ? openPostgres(config.databaseUrl, log) : openSqlite(config.dataDir)

export type Database = Awaited<ReturnType<typeof openDatabase>>

export async function openDatabase(config: Config, log: Log) {
  const engine = openEngine(config, log)
  const listeners = new Set<(changed: readonly Topic[]) => void>()
  const tell = (changed: readonly Topic[]) => {
    for (const listener of listeners) listener(changed)
  }
  await engine.onForeignChange(tell)
  const told = (changed: readonly Topic[]) => {
    tell(changed)
    if (changed.length > 0) void engine.announce(changed)
  }

  return {
    engine: engine.name,
    db: engine.db,
    prepare: engine.prepare,
    exclusively: engine.exclusively,
    unlessElsewhere: engine.unlessElsewhere,
    close: engine.close,
    /** Keeps the rows of a query from others until the transaction ends; SQLite has one writer at a time anyway. */
    locking: <Q extends { forUpdate(): Q }>(query: Q) =>
      engine.name === 'postgres' ? query.forUpdate() : query,
    /** Keeps the rows of a query from being deleted until the transaction ends; others may keep them likewise. */
    sharing: <Q extends { forKeyShare(): Q }>(query: Q) =>
      engine.name === 'postgres' ? query.forKeyShare() : query,
    onChange: (listener: (changed: readonly Topic[]) => void) => void listeners.add(listener),
    /** One transaction; what it shows to visitors is out of every cache before the promise resolves. */
    async change<T>(changed: readonly Topic[], act: (tx: Tx) => Promise<T>): Promise<T> {
      const result = await engine.db.transaction().execute(act)
      told(changed)
      return result
    },
    /** The same for statements that need no answer from one another: one trip to the database instead of many. */
    changeTogether<Values extends object>(
      changed: readonly Topic[],
      build: (gaps: Values) => Statement[],
    ): (values: Values) => Promise<boolean> {
      const run = engine.prepareTogether(build)
      return async (values) => {
        const kept = await run(values)
        if (kept) told(changed)
        return kept
      }
    },
  }
}

/** For a tool that runs for a moment, also while the shop is open. */
export const openBeside = (config: Config, log: Log): Db =>
  config.databaseUrl ? openPostgres(config.databaseUrl, log).db : openSqliteBeside(config.dataDir)
