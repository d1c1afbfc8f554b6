import type { Compilable, Kysely, OperationNodeSource, Transaction } from 'kysely'
import type { Tables } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import { namesItsRows, topics } from '~/database/topics.ts'
import type { Log } from '~/platform/log.server.ts'
import type { Siblings } from '~/platform/workers/siblings.server.ts'
import { openPostgres } from './postgres.server.ts'
import { openSqlite, openSqliteBeside } from './sqlite.server.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/**
 * A statement that returns the rows it affected, and how many these must be: any number unless said. One of a batch may
 * have its rows handed to those who hear of the change.
 */
export type Step = {
  statement: OperationNodeSource & Compilable
  rows?: number | undefined
  returns?: true | undefined
}
export type ReturnedRow = Record<string, unknown>

export type Engine = {
  name: 'sqlite' | 'postgres'
  db: Db
  /** For short reads that pages wait for: on PostgreSQL a connection of its own, behind no order. */
  promptDb: Db
  /** For hot queries: compiled once, with placeholders for the values. */
  prepare<Values extends object, Row>(
    build: (placeholders: Values) => Compilable<Row>,
  ): (values: Values) => Promise<Row[]>
  /**
   * The same for steps that are committed as a whole. Resolves to the rows of the step that `returns` them; to undefined,
   * with nothing changed, when one affects another number of rows than it must. Each stage of them sees what was committed
   * while the one before it waited for a lock.
   */
  prepareBatch<Values extends object>(
    build: (placeholders: Values) => Step[][],
  ): (values: Values) => Promise<ReturnedRow[] | undefined>
  /** Tells other processes on the same data what was changed and committed, and in which rows, if that is known. */
  notify: (changed: readonly Topic[], touched?: readonly string[]) => Promise<void>
  /** Calls back when another process has changed something, or may have. */
  onRemoteChange(listener: ChangeListener): Promise<void>
  /** Runs `work` while no other process holds the lock. What it does with the connection it is given may take its time. */
  withLock<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` unless another process holds the lock of this name at this moment; then resolves to false. */
  tryLock(name: string, work: () => Promise<void>): Promise<boolean>
  /** Of the pool; SQLite has none. */
  connections?(): { open: number; idle: number; waiting: number }
  /**
   * For a query that takes its time: a connection of its own, so that no other query waits for it. It sees one moment of
   * the data, and writes nothing but temporary tables.
   */
  readAside<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** PostgreSQL where its address is given, else SQLite in the folder. */
export type DatabaseSettings = { databaseUrl: string | undefined; dataDir: string }

export const openEngine = (
  { databaseUrl, dataDir }: DatabaseSettings,
  log: Log,
  siblings?: Pick<Siblings, 'machine'>,
): Engine => (databaseUrl ? openPostgres(databaseUrl, log, siblings?.machine) : openSqlite(dataDir))

/** The rows of a batch as it has left them. It is later than all that was known at `begunAt`, by performance.now(). */
export type Returned = { rows: readonly ReturnedRow[]; begunAt: number }

/** `touched` names the rows that a change was about; without it, it may be about all. */
export type ChangeListener = (
  changed: readonly Topic[],
  touched?: readonly string[],
  returned?: Returned,
) => void

const touchedIn = new WeakMap<Tx, string[]>()

/** Names a row that the transaction changes; for changes whose topics ask for it, see namesItsRows. */
export const touch = (tx: Tx, row: string) => void touchedIn.get(tx)?.push(row)

export type Database = Awaited<ReturnType<typeof openDatabase>>

export async function openDatabase(settings: DatabaseSettings, log: Log, siblings?: Siblings) {
  const engine = openEngine(settings, log, siblings)
  const listeners = new Set<ChangeListener>()
  let isClosing = false
  const invalidate: ChangeListener = (...change) => {
    for (const listener of listeners) listener(...change)
  }
  await engine.onRemoteChange(invalidate).catch(async (error) => {
    await engine.close()
    throw error
  })
  siblings?.hear('change', (change) =>
    change ? invalidate(change.changed, change.touched) : invalidate(topics),
  )
  const publish: ChangeListener = (changed, touched, returned) => {
    invalidate(changed, touched, returned)
    if (changed.length === 0) return
    if (!siblings?.tell('change', { changed, touched })) siblings?.tell('change', { changed })
    void engine.notify(changed, touched)
  }

  return {
    engine: engine.name,
    db: engine.db,
    promptDb: engine.promptDb,
    prepare: engine.prepare,
    withLock: engine.withLock,
    tryLock: engine.tryLock,
    connections: engine.connections,
    readAside: engine.readAside,
    /** What could not be read any more since then is no trouble. */
    get isClosing() {
      return isClosing
    },
    close: () => {
      isClosing = true
      // Nobody begins to read again what changed when there is soon nothing to read from.
      listeners.clear()
      return engine.close()
    },
    /** Locks the rows of a query until the transaction ends; SQLite has one writer at a time anyway. */
    locking: <Q extends { forUpdate(): Q }>(query: Q) =>
      engine.name === 'postgres' ? query.forUpdate() : query,
    /** Protects the rows of a query from deletion until the transaction ends; a shared lock. */
    sharing: <Q extends { forKeyShare(): Q }>(query: Q) =>
      engine.name === 'postgres' ? query.forKeyShare() : query,
    onChange: (listener: ChangeListener) => void listeners.add(listener),
    /**
     * One transaction. The changed topics are invalidated in every cache before the promise resolves; a cache that can do
     * with the rows in `touched`, which `work` may still fill, invalidates only these.
     */
    async change<T>(
      changed: readonly Topic[],
      work: (tx: Tx) => Promise<T>,
      touched?: readonly string[],
    ): Promise<T> {
      const named: string[] = []
      const result = await engine.db.transaction().execute((tx) => {
        touchedIn.set(tx, named)
        return work(tx)
      })
      // One that names nothing may have changed anything.
      publish(changed, touched ?? (namesItsRows(changed) && named.length > 0 ? named : undefined))
      return result
    },
    /** The same for statements that do not depend on each other's results, in one round trip: see `prepareBatch`. */
    changeBatch<Values extends object>(
      changed: readonly Topic[],
      build: (placeholders: Values) => Step[][],
      touchedBy?: (values: Values) => readonly string[],
    ): (values: Values) => Promise<boolean> {
      const run = engine.prepareBatch(build)
      return async (values) => {
        const begunAt = performance.now()
        const rows = await run(values)
        if (rows) publish(changed, touchedBy?.(values), { rows, begunAt })
        return rows !== undefined
      }
    },
  }
}

/** For a command-line tool, also while the shop is running. */
export const openBeside = ({ databaseUrl, dataDir }: DatabaseSettings, log: Log): Db =>
  databaseUrl ? openPostgres(databaseUrl, log).db : openSqliteBeside(dataDir)
