import { open, rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { appliedMigrations } from '../migrate.server.ts'
import type { BackupLine, BackupTable, EngineName } from './contents.server.ts'
import { allTables, isDerived, kind, toStored } from './contents.server.ts'

/** Few, because a row may be a picture. */
const rowsAtOnce = 200

type Source = { db: Db; engine: EngineName; secret: string | undefined }

/** A copy of one moment, made while the shop sells: readers hold up no buyer on either engine. */
export async function writeBackup(source: Source, file: string) {
  const aside = `${file}.part`
  let rows = 0
  await source.db.connection().execute(async (one) => {
    const begin =
      source.engine === 'postgres' ? 'begin isolation level repeatable read read only' : 'begin deferred'
    await sql.raw(begin).execute(one)
    try {
      const target = await open(aside, 'w', 0o600)
      const lines = linesOf({ ...source, db: one }, (count) => {
        rows = count
      })
      await pipeline(
        Readable.from(lines),
        createGzip({ level: 5 }),
        target.createWriteStream({ flush: true }),
      )
    } finally {
      await sql.raw('rollback').execute(one)
    }
  })
  await rename(aside, file)
  return rows
}

async function* linesOf({ db, engine, secret }: Source, done: (rows: number) => void) {
  const tables = (await allTables(db, engine)).filter((table) => !isDerived(table))
  const migrations = await appliedMigrations(db)
  yield line({ kind, madeAt: new Date().toISOString(), migrations })
  let rows = 0
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name)
    yield line({ table: table.name, columns })
    for await (const batch of rowsOf(db, engine, table)) {
      rows += batch.length
      yield batch.map((row) => line(columns.map((name) => toStored(row[name])))).join('')
    }
    // On one machine the secret is a file beside the data; in a backup it always stands where several servers have it.
    if (table.name === 'secrets' && secret) {
      rows += 1
      const stored: Record<string, string> = { name: 'tokens', value: secret }
      yield line(columns.map((name) => stored[name] ?? null))
    }
  }
  yield line({ rows })
  done(rows)
}

const line = (content: BackupLine) => `${JSON.stringify(content)}\n`

type Rows = AsyncGenerator<Record<string, unknown>[]>

const rowsOf = (db: Db, engine: EngineName, { name }: BackupTable): Rows =>
  engine === 'postgres' ? byCursor(db, name) : byRowId(db, name)

async function* byCursor(db: Db, table: string): Rows {
  await sql`declare rows_of_table no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<
      Record<string, unknown>
    >`fetch ${sql.lit(rowsAtOnce)} from rows_of_table`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) break
  }
  await sql`close rows_of_table`.execute(db)
}

async function* byRowId(db: Db, table: string): Rows {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await sql<{ row_id: number }>`
      select rowid as row_id, * from ${sql.table(table)} where rowid > ${after} order by rowid limit ${rowsAtOnce}
    `.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!.row_id
  }
}
