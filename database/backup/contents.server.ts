import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'

export type EngineName = 'sqlite' | 'postgres'
export type BackupTable = { name: string; columns: { name: string; isYesNo: boolean }[] }

/** In no backup: the database or the shop fills them by itself, most of them when other tables are filled. */
export const isDerived = ({ name }: BackupTable) =>
  [
    'products_total',
    'reviews_total',
    'part_ratings',
    'bought_together',
    'bought_together_counts',
    'write_probe',
  ].includes(name)

/** Filled by their migrations, so they say nothing about whether a shop is in use. */
export const isInEveryShop = ({ name }: BackupTable) =>
  ['categories', 'attributes', 'synonyms'].includes(name)

/**
 * Every table there is, read from the database itself, so that none can be forgotten; those referred to come first. The
 * migrator's own are not among them: a backup names its migrations in its head.
 */
export async function allTables(db: Db, engine: EngineName): Promise<BackupTable[]> {
  const found = await db.introspection.getTables()
  const references = await (engine === 'postgres' ? postgresReferences : sqliteReferences).execute(db)
  const tables = found
    .filter(({ name, isView, schema }) => !isView && (schema === undefined || schema === 'public') && name)
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, isYesNo: /^bool/.test(column.dataType) })),
    }))
  return inOrder(tables, references.rows)
}

type Reference = { from: string; to: string }

const postgresReferences = sql<Reference>`
  select f.relname as "from", t.relname as "to" from pg_constraint c
  join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid where c.contype = 'f'`
const sqliteReferences = sql<Reference>`
  select m.name as "from", k."table" as "to" from sqlite_master m, pragma_foreign_key_list(m.name) k
  where m.type = 'table'`

function inOrder(tables: BackupTable[], references: Reference[]) {
  const ordered = new Set<BackupTable>()
  const add = (table: BackupTable) => {
    for (const { from, to } of references)
      if (from === table.name && to !== from) add(tables.find(({ name }) => name === to)!)
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

/**
 * A backup is gzipped lines of JSON, the same for both engines: a head, then per table its columns and its rows, then a
 * foot with the number of rows, by which a file that was cut short is known.
 */
export const kind = 'car-parts backup'

export type Head = { kind: typeof kind; madeAt: string; migrations: string[] }
export type TableLine = { table: string; columns: string[] }
export type Foot = { rows: number }
export type Row = unknown[]
export type BackupLine = Head | TableLine | Row | Foot

type Bytes = { base64: string }
type Stored = string | number | boolean | null | Bytes

export function toStored(value: unknown): Stored {
  // The driver of SQLite hands bytes over without a view on them.
  if (value instanceof Uint8Array || value instanceof ArrayBuffer)
    return { base64: Buffer.from(value as Uint8Array).toString('base64') }
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  return value as Stored
}

/** SQLite has no booleans; PostgreSQL takes nothing else for them. */
export function fromStored(value: unknown, column: { isYesNo: boolean }, engine: 'sqlite' | 'postgres') {
  if (isBytes(value)) return Buffer.from(value.base64, 'base64')
  if (typeof value === 'boolean' && engine === 'sqlite') return value ? 1 : 0
  if (typeof value === 'number' && column.isYesNo) return value !== 0
  return value
}

const isBytes = (value: unknown): value is Bytes =>
  typeof value === 'object' && value !== null && 'base64' in value
