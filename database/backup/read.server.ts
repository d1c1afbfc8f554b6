import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db, Engine, Tx } from '~/platform/db/database.server.ts'
import { openEngine } from '~/platform/db/database.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { listAsApplied, migrateWithin, migrationsAfter, prepareMigrations } from '../migrate.server.ts'
import { requireSchema } from '../schema.server.ts'
import { topics } from '../topics.ts'
import type { BackupLine, BackupTable, EngineName, Foot, Head, Row, TableLine } from './contents.server.ts'
import { allTables, fromStored, isDerived, isInEveryShop, kind } from './contents.server.ts'

const rowsAtOnce = 100

type Target = Pick<Engine, 'db' | 'name' | 'notify'>

/**
 * All or nothing, in one transaction: the tables as they were when the backup was made, its rows, then what newer
 * migrations make of them. The shop's secret is returned, for callers that store it outside the database.
 */
export async function readBackup(target: Target, file: string, { force }: { force: boolean }) {
  const { migrations, madeAt } = await headOf(file)
  const newer = migrationsAfter(migrations)
  await prepareMigrations(target.db)
  const restored = await target.db.transaction().execute(async (tx) => {
    const present = await allTables(tx, target.name)
    if (!force && (await holdsAnything(tx, present))) throw new NotEmpty()
    for (const { name } of present.toReversed()) await tx.schema.dropTable(name).execute()
    await migrateWithin(tx, migrations)
    const tables = (await allTables(tx, target.name)).filter((table) => !isDerived(table))
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
    const loaded = await load(tx, target.name, tables, file)
    await migrateWithin(tx, newer)
    await listAsApplied(tx, [...migrations, ...newer])
    await requireSchema(tx, target.name)
    return loaded
  })
  await target.notify(topics)
  return { ...restored, madeAt, migrations: { ofBackup: migrations.length, newer: newer.length } }
}

async function headOf(file: string): Promise<Head> {
  for await (const line of linesOf(file)) {
    const head = line as Head
    if (head.kind !== kind) break
    return head
  }
  throw new Error(`${file} is no backup of this shop.`)
}

async function holdsAnything(tx: Tx, tables: BackupTable[]) {
  for (const table of tables) {
    if (isDerived(table) || isInEveryShop(table)) continue
    const { rows } = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(tx)
    if (rows.length > 0) return true
  }
  return false
}

async function load(tx: Tx, engine: EngineName, tables: BackupTable[], file: string) {
  let into: { table: BackupTable; columns: BackupTable['columns'] } | undefined
  let batch: Row[] = []
  let rows = 0
  let foot: Foot | undefined
  let secret: string | undefined
  const flush = async () => {
    if (into && batch.length > 0) await insert(tx, engine, into, batch)
    batch = []
  }
  for await (const line of linesOf(file)) {
    if (Array.isArray(line)) {
      rows += 1
      if (into?.table.name === 'secrets' && engine === 'sqlite') secret = secretIn(into.columns, line)
      else if (into) batch.push(line)
      if (batch.length >= rowsAtOnce) await flush()
      continue
    }
    await flush()
    if ('table' in line) into = placeOf(line, tables)
    if ('rows' in line) foot = line
  }
  if (foot?.rows !== rows) throw new Error(`${file} is cut short: nothing was restored.`)
  return { rows, secret }
}

function placeOf({ table: name, columns }: TableLine, tables: BackupTable[]) {
  const table = tables.find((known) => known.name === name)
  if (!table) throw new Error(`This shop has no table ${name}.`)
  return {
    table,
    columns: columns.map((wanted) => {
      const column = table.columns.find((known) => known.name === wanted)
      if (!column) throw new Error(`This shop's table ${name} has no column ${wanted}.`)
      return column
    }),
  }
}

const secretIn = (columns: BackupTable['columns'], row: Row) =>
  row[columns.findIndex(({ name }) => name === 'value')] as string

async function insert(
  tx: Tx,
  engine: EngineName,
  { table, columns }: { table: BackupTable; columns: BackupTable['columns'] },
  rows: Row[],
) {
  const values = rows.map((row) =>
    Object.fromEntries(columns.map((column, n) => [column.name, fromStored(row[n], column, engine)])),
  )
  // The tables are known only by what the backup says of them.
  await (tx as unknown as Db)
    .insertInto(table.name as never)
    .values(values as never)
    .execute()
}

async function* linesOf(file: string): AsyncGenerator<BackupLine> {
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip()).setEncoding('utf8')
  source.on('error', (error) => unpacked.destroy(error))
  let rest = ''
  try {
    for await (const text of unpacked) {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield JSON.parse(line)
    }
  } catch (error) {
    if (error instanceof Error && (error as { code?: string }).code?.startsWith('Z_'))
      throw new Error(`${file} cannot be read: ${error.message}.`)
    throw error
  } finally {
    source.destroy()
  }
}

class NotEmpty extends Error {
  constructor() {
    super(
      'This shop is not empty. Give an empty one with DATA_DIR or DATABASE_URL, or say --force to replace ' +
        'everything in it.',
    )
  }
}

/**
 * Restores a backup into a scratch database and says what was found there. That is a file of SQLite for a backup of
 * either engine: it can be made everywhere, and nobody else sees the customers in it.
 */
export async function verifyBackup(file: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'car-parts-verify-'))
  try {
    const scratch = openEngine({ databaseUrl: undefined, dataDir }, createLog('silent'))
    try {
      const { rows, madeAt, migrations } = await readBackup(scratch, file, { force: false })
      const [products, orders, people] = await Promise.all(
        ['products', 'orders', 'users'].map((table) => countOf(scratch.db, table)),
      )
      return [
        `${file} can be restored: ${rows} rows with ${products} products, ${orders} orders and ${people} people,`,
        `made at ${madeAt} with ${migrations.ofBackup} migrations, to which ${migrations.newer} newer ones were added.`,
        'It was tried in a scratch database (SQLite), which is deleted; the shop was not touched.',
      ].join('\n')
    } finally {
      await scratch.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function countOf(db: Db, table: string) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]!.count
}
