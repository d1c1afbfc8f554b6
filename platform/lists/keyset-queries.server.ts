import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { rowsInPart } from './list-limits.ts'
import type { pageOf } from './list-query.ts'

/** A table in the order of one of its indexes. */
export type KeysetList = {
  table: string
  /** What the index sorts by; the last is unique. */
  keys: readonly [string] | readonly [string, string]
  direction: 'asc' | 'desc'
  /** Whether the first of the keys is one; the others are text. */
  isNumber?: boolean
  /** Which rows stand together in the index. */
  where?: RawBuilder<SqlBool> | undefined
  /** Which of them are wanted. No index knows that, so they are looked through, part by part. */
  filter?: RawBuilder<SqlBool> | undefined
  /** How what was found in a part is sorted, if not like the list. */
  sorted?: RawBuilder<unknown>
}

export type Start = { before: number; values: (string | number)[] } | undefined
export type Page = ReturnType<typeof pageOf>

/** Of a column in PostgreSQL. */
const largestInteger = 2 ** 31 - 1

export function startOf(list: KeysetList, from: string | undefined): Start {
  const start = readCursor(from, list.keys.length)
  if (!start || !list.isNumber) return start
  const [first, ...others] = start.values
  const isNumber = /^\d{1,10}$/.test(first!) && Number(first) <= largestInteger
  return isNumber ? { ...start, values: [Number(first), ...others] } : undefined
}

/** The pages before are skipped in the index; only the rows of this one are read whole. */
export async function pageRows<Row>(db: Db, list: KeysetList, start: Start, page: Page) {
  const { limit, offset } = page ?? { limit: rowsInPart, offset: 0 }
  const left = Math.max(0, Math.min(limit, rowsInPart - offset))
  if (left === 0) return []
  const key = sql.ref(list.keys.at(-1)!)
  const ids = sql`select ${key} from ${rowsOf(list, start)} limit ${left} offset ${offset}`
  const { rows } = await sql<Row>`
    select * from ${sql.table(list.table)} where ${key} in (${ids}) order by ${orderOf(list)}`.execute(db)
  return rows
}

export async function countRows(db: Db, list: KeysetList, start: Start) {
  const some = sql`select 1 from ${rowsOf(list, start)} limit ${sql.lit(rowsInPart + 1)}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as part`.execute(db)
  const count = Number(rows[0]!.count)
  return { count: Math.min(count, rowsInPart), isEnd: count <= rowsInPart }
}

const scannedRows = (list: KeysetList, start: Start) =>
  sql`(select * from ${rowsOf(list, start)} limit ${sql.lit(rowsInPart)}) as part`

export async function matchingRows<Row>(db: Db, list: KeysetList, start: Start, page: Page) {
  const cut = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  const { rows } = await sql<Row>`
    select * from ${scannedRows(list, start)} where ${list.filter!}
    order by ${list.sorted ?? orderOf(list)} ${cut}`.execute(db)
  return rows
}

export async function countMatching(db: Db, list: KeysetList, start: Start) {
  const { rows } = await sql<{ count: number; looked: number }>`
    select count(case when ${list.filter!} then 1 end) as count, count(*) as looked
    from ${scannedRows(list, start)}`.execute(db)
  return { count: Number(rows[0]!.count), isEnd: Number(rows[0]!.looked) < rowsInPart }
}

/** What the row is sorted by that comes after so many others; undefined at the end. */
export async function keysAfter(db: Db, list: KeysetList, start: Start, skip: number) {
  const keys = sql.join(list.keys.map((key) => sql.ref(key)))
  const { rows } = await sql<Record<string, string | number>>`
    select ${keys} from ${rowsOf(list, start)} limit 1 offset ${skip}`.execute(db)
  return rows[0] && list.keys.map((key) => rows[0]![key]!)
}

/** The same as it is written in an address. */
export async function cursorAt(db: Db, list: KeysetList, start: Start, at: { before: number; skip: number }) {
  const values = await keysAfter(db, list, start, at.skip)
  return values && writeCursor(at.before, values)
}

export function rowsOf(list: KeysetList, start: Start, filter?: RawBuilder<SqlBool>) {
  const keys = sql.join(list.keys.map((key) => sql.ref(key)))
  const sign = sql.raw(list.direction === 'asc' ? '>=' : '<=')
  const conditions = [
    ...(list.where ? [list.where] : []),
    ...(start ? [sql`(${keys}) ${sign} (${sql.join(start.values)})`] : []),
    ...(filter ? [filter] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql`${sql.table(list.table)} ${where} order by ${orderOf(list)}`
}

export const orderOf = ({ keys, direction }: KeysetList) =>
  sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(direction)}`))
