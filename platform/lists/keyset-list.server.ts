import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import { mostCounted } from './list-limits.ts'
import type { ListQuery } from './list-query.ts'
import { pageOf } from './list-query.ts'
import { readCursor, writeCursor } from './read-list-query.ts'
import { WithTotal } from './with-total.server.ts'

/** A table in the order of one of its indexes. */
export type KeysetList = {
  table: string
  /** What the index sorts by; the last is unique. */
  keys: readonly [string] | readonly [string, string]
  direction: 'asc' | 'desc'
  /** Whether the first of the keys is one; the others are text. */
  isNumber?: boolean
  /** Which rows are wanted: all of these must hold. */
  where?: readonly RawBuilder<SqlBool>[]
}

type Key = string | number
type Start = { before: number; values: Key[] }
export type KeysetPage = NonNullable<ReturnType<typeof pageOf>>

/**
 * One page by its number, counted from `from`, or all rows when no page is asked for. Beyond ten thousand rows nothing is
 * counted or skipped: there the pages before and after this one are named by the rows with which they begin.
 */
export async function readListPage<Row>(db: Db, list: KeysetList, query: ListQuery): Promise<WithTotal<Row>> {
  const start = startOf(list, query.from)
  const before = start?.before ?? 0
  const page = pageOf(query)
  if (!page) {
    const { rows } = await sql<Row>`select * from ${rowsOf(list, start)}`.execute(db)
    return new WithTotal(rows, before + rows.length)
  }
  const far = page.offset >= mostCounted
  const found = far ? [] : await readRows<Row>(db, list, { ...page, limit: page.limit + 1 }, start)
  const count = await countRows(db, list, start, { ...page, found: found.length })
  if (far && count > mostCounted) throw refuseRequest('page_too_far', { values: { rows: mostCounted } })
  const rows = found.slice(0, Math.max(0, Math.min(page.limit, mostCounted - page.offset)))
  const next = found[rows.length]
  const total = before + Math.min(count, mostCounted)
  const from = start ? query.from : next && page.offset === 0 ? cursorOf(list, 0, rows[0]!) : undefined
  if (before === 0 && count <= mostCounted) return new WithTotal(rows, total, { from })
  const first = before + page.offset
  return new WithTotal(rows, total, {
    from,
    previousFrom:
      first > 0 && rows[0] ? await pageBefore(db, list, { row: rows[0], first, page }) : undefined,
    nextFrom: next === undefined ? undefined : cursorOf(list, first + rows.length, next),
  })
}

/** All rows, a limited number at a time: the last batch is as quick as the first. */
export async function* readInBatches<Row>(db: Db, list: KeysetList, atOnce: number) {
  let start: Start | undefined
  do {
    const batch = sql<Row>`select * from ${rowsOf(list, start)} limit ${sql.lit(atOnce + 1)}`
    const { rows } = await batch.execute(db)
    const [next] = rows.splice(atOnce)
    yield rows
    start = next && { before: 0, values: keysOf(list, next) }
  } while (start)
}

/** Of a column in PostgreSQL. */
const largestInteger = 2 ** 31 - 1

function startOf(list: KeysetList, from: string | undefined): Start | undefined {
  const start = readCursor(from, list.keys.length)
  if (!start || !list.isNumber) return start
  const [first, ...others] = start.values
  const isNumber = /^\d{1,10}$/.test(first!) && Number(first) <= largestInteger
  return isNumber ? { ...start, values: [Number(first), ...others] } : undefined
}

/** The pages before are skipped in the index; only the rows of this one are read whole. */
export async function readRows<Row>(db: Db, list: KeysetList, { limit, offset }: KeysetPage, start?: Start) {
  const unique = sql.ref(list.keys.at(-1)!)
  const ids = sql`select ${unique} from ${rowsOf(list, start)} limit ${limit} offset ${offset}`
  const { rows } = await sql<Row>`
    select * from ${sql.table(list.table)} where ${unique} in (${ids}) order by ${orderOf(list)}`.execute(db)
  return rows
}

/** Up to ten thousand and one. Where the list ends with the page it need not be read again, for a rare word above all. */
async function countRows(
  db: Db,
  list: KeysetList,
  start: Start | undefined,
  { limit, offset, found }: KeysetPage & { found: number },
) {
  if (found <= limit && (found > 0 || offset === 0)) return offset + found
  const some = sql`select 1 from ${rowsOf(list, start)} limit ${sql.lit(mostCounted + 1)}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as counted`.execute(
    db,
  )
  return Number(rows[0]!.count)
}

/** Undefined where the page before is the first one, which shows what is there now. */
async function pageBefore<Row>(
  db: Db,
  list: KeysetList,
  { row, first, page }: { row: Row; first: number; page: KeysetPage },
) {
  const backwards: KeysetList = { ...list, direction: list.direction === 'asc' ? 'desc' : 'asc' }
  const here = { before: 0, values: keysOf(list, row) }
  const { rows } = await sql`
    select ${keysIn(list)} from ${rowsOf(backwards, here)} limit 2 offset ${page.limit}`.execute(db)
  return rows[1] ? cursorOf(list, Math.max(1, first - page.limit), rows[0]) : undefined
}

const cursorOf = (list: KeysetList, before: number, row: unknown) => writeCursor(before, keysOf(list, row))

const keysOf = (list: KeysetList, row: unknown) => list.keys.map((key) => (row as Record<string, Key>)[key]!)

const keysIn = (list: KeysetList) => sql.join(list.keys.map((key) => sql.ref(key)))

function rowsOf(list: KeysetList, start: Start | undefined) {
  const sign = sql.raw(list.direction === 'asc' ? '>=' : '<=')
  const conditions = [
    ...(list.where ?? []),
    ...(start ? [sql`(${keysIn(list)}) ${sign} (${sql.join(start.values)})`] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql`${sql.table(list.table)} ${where} order by ${orderOf(list)}`
}

const orderOf = ({ keys, direction }: KeysetList) =>
  sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(direction)}`))
