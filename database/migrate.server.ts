import type { Kysely, Migration } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'

const files = import.meta.glob<Migration>('./migrations/*.ts', { eager: true })
/** By the names of their files, and applied in that order, each once, on both engines. */
const migrations = Object.fromEntries(
  Object.entries(files).map(([path, migration]) => [/\d[^/]*(?=\.ts$)/.exec(path)![0], migration]),
)

export async function migrate(db: Db) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  const unknown = /previously executed migration (\S+) is missing/.exec((error as Error).message)?.[1]
  if (unknown)
    throw new Error(
      `This shop is older than its database: it does not know ${unknown}. Start the newer version, or restore a backup of this one.`,
    )
  throw error
}

/** By their names; none for a database that was never migrated. */
export async function appliedMigrations(db: Db) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Those that a database lacks after these; all of them must be known. */
export function migrationsAfter(names: string[]) {
  const unknown = names.find((name) => !migrations[name])
  if (unknown)
    throw new Error(
      `This shop is older than the backup: it does not know ${unknown}. Restore it with the version that made it, or a newer one.`,
    )
  return Object.keys(migrations).filter((name) => !names.includes(name))
}

/** Runs exactly these, in a transaction of the caller's, who lists them as applied. */
export async function migrateWithin(tx: Tx, names: string[]) {
  for (const name of names) await migrations[name]!.up(tx as unknown as Kysely<unknown>)
}

/** The list of applied migrations can be written only where there is one: an empty database gets it with its tables. */
export async function prepareMigrations(db: Db) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) await migrate(db)
}

export async function listAsApplied(tx: Tx, names: string[]) {
  const list = sql.table(DEFAULT_MIGRATION_TABLE)
  const at = new Date().toISOString()
  await sql`delete from ${list}`.execute(tx)
  for (const name of names)
    await sql`insert into ${list} (name, timestamp) values (${name}, ${at})`.execute(tx)
}
