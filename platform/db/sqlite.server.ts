import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import Sqlite from 'libsql'
import type { Tables } from '~/database/tables.ts'
import { makeFolder } from '../folders.server.ts'
import type { Engine } from './database.server.ts'
import { compiledOnce, valueIn, withPlaceholders } from './prepared.server.ts'
import { asideSqlite, threadedSqlite } from './sqlite-driver.server.ts'

const pragmas = ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']

export function openSqlite(dataDir: string): Engine {
  makeFolder(dataDir)
  const lock = holdFolder(dataDir)
  const file = join(dataDir, 'shop.db')
  const { dialect, batch } = threadedSqlite(file, pragmas)
  const db = new Kysely<Tables>({ dialect })
  return {
    name: 'sqlite',
    db,
    promptDb: db,
    prepare(build) {
      const compiled = compiledOnce((values: Parameters<typeof build>[0]) => withPlaceholders(build(values)))
      return async (values) => (await db.executeQuery(compiled(values)(values))).rows
    },
    prepareBatch(build) {
      const compiled = compiledOnce((values: Parameters<typeof build>[0]) =>
        build(values)
          .flat()
          .map(({ statement, ...step }) => ({ ...step, fill: withPlaceholders(statement) })),
      )
      return (values) =>
        batch(
          compiled(values).map(({ fill, rows, returns }) => ({
            statement: fill(values),
            rows: valueIn(rows, values),
            returns,
          })),
        )
    },
    notify: async () => {},
    onRemoteChange: async () => {},
    withLock: (work) => work(db),
    tryLock: async (_name, work) => {
      await work()
      return true
    },
    async readAside(work) {
      const aside = new Kysely<Tables>({ dialect: asideSqlite(file, [...pragmas, 'wal_autocheckpoint = 0']) })
      try {
        return await aside.transaction().execute(work)
      } finally {
        await aside.destroy()
      }
    },
    async close() {
      await db.destroy()
      lock.close()
    },
  }
}

/**
 * Without the lock: for a command-line tool beside the server that changes nothing pages show. It never checkpoints: in
 * SQLite before 3.51.3 two connections that checkpoint while a third one writes can lose a commit (the WAL-reset bug). So
 * the server's writer is the only connection that checkpoints, right after its own commits.
 */
export const openSqliteBeside = (dataDir: string) => {
  if (!existsSync(join(dataDir, 'shop.db')))
    throw new Error(`There is no shop in ${dataDir} yet. Start it once with npm start, or set DATA_DIR.`)
  const sqlite = new Sqlite(join(dataDir, 'shop.db'))
  for (const pragma of [...pragmas, 'wal_autocheckpoint = 0']) sqlite.pragma(pragma)
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
}

/**
 * Two servers on one folder would each serve cached pages that the other has changed. The lock is an open write
 * transaction on a separate file: the operating system ends it with the process, even after kill -9.
 */
function holdFolder(dataDir: string) {
  const lock = new Sqlite(join(dataDir, 'server.lock'))
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new FolderInUse(dataDir)
  }
  return lock
}

export class FolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another shop is already running on the data folder ${dataDir}. Stop it, or give this one its own folder ` +
        'with DATA_DIR, or let several servers share a PostgreSQL with DATABASE_URL.',
    )
  }
}
