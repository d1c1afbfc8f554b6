import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ListWish } from '~/platform/http/list-wish.ts'
import { pageOf } from '~/platform/http/list-wish.ts'
import { Refusal } from '~/platform/http/refusal.ts'
import { readFrom, rowsInPart, writeFrom } from '~/platform/pages/list-part.ts'
import type { Db } from './database.server.ts'

/** A table in the order of one of its indexes. */
export type LongTable = {
  table: string
  /** What the index sorts by; the last tells each row from all others. */
  keys: readonly [string] | readonly [string, string]
  direction: 'asc' | 'desc'
  /** Whether the first of the keys is one; the others are text. */
  isNumber?: boolean
  /** Which rows stand together in the index. */
  where?: RawBuilder<SqlBool> | undefined
  /** Which of them are wanted. No index knows that, so they are looked through, part by part. */
  filter?: RawBuilder<SqlBool> | undefined
}

/** Some rows, how many there are up to the end of this part, and where this part and the next one begin. */
export type Part<Row> = { rows: Row[]; total: number; from?: string; nextFrom?: string }

type Start = { before: number; values: (string | number)[] } | undefined

/** So many parts are looked through for one answer, until a page is full. */
const mostParts = 10

/** However long the table is, no query reads more than one part of it. */
export async function onePart<Row>(db: Db, list: LongTable, wish: ListWish): Promise<Part<Row>> {
  const start = startOf(list, wish.from)
  const page = pageOf(wish)
  if (!page && !wish.q) return everything(db, list, start)
  const { rows, count, nextFrom } = list.filter
    ? await lookFrom<Row>(db, list, start, page, page?.limit ?? Number.POSITIVE_INFINITY)
    : await cutFrom<Row>(db, list, start, page)
  if (nextFrom && page && page.offset >= rowsInPart && rows.length === 0) throw tooFar()
  const hasMorePages = page && count > page.limit
  const from = start ? wish.from : hasMorePages && (await placeOf(db, list, start, { before: 0, skip: 0 }))
  const total = (start?.before ?? 0) + count
  return { rows, total, ...(from && { from }), ...(nextFrom && { nextFrom }) }
}

/** All that is wanted, a limited number of rows at a time: the last batch is as quick as the first. */
export async function* allParts<Row>(db: Db, list: LongTable, atOnce: number) {
  let start: Start
  do {
    const part = sql`(select * from ${rowsOf(list, start)} limit ${sql.lit(atOnce)}) as part`
    const filter = list.filter ? sql`where ${list.filter}` : sql``
    const { rows } = await sql<Row>`select * from ${part} ${filter} order by ${order(list)}`.execute(db)
    yield rows
    start = startOf(list, await placeOf(db, list, start, { before: 0, skip: atOnce }))
  } while (start)
}

function startOf(list: LongTable, from: string | undefined): Start {
  const start = readFrom(from, list.keys.length)
  if (!start || !list.isNumber) return start
  const [first, ...others] = start.values
  return /^\d{1,9}$/.test(first!) ? { ...start, values: [Number(first), ...others] } : undefined
}

const tooFar = () =>
  new Refusal(
    422,
    'page_too_far',
    `Pages end after ${rowsInPart} rows. Go on with ?from= and what the answer has in x-next-from.`,
  )

async function everything<Row>(db: Db, list: LongTable, start: Start) {
  const { rows } = await sql<Row>`select * from ${rowsOf(list, start, list.filter)}`.execute(db)
  return { rows, total: (start?.before ?? 0) + rows.length }
}

type Page = ReturnType<typeof pageOf>
type Found<Row> = { rows: Row[]; count: number; nextFrom: string | undefined }

/** One page of one part. */
async function cutFrom<Row>(db: Db, list: LongTable, start: Start, page: Page): Promise<Found<Row>> {
  const [rows, { count, isEnd }] = await Promise.all([
    pageRows<Row>(db, list, start, page),
    countRows(db, list, start),
  ])
  return { rows, count, nextFrom: await nextPlace(db, list, start, { count, isEnd }) }
}

/** One page of what is found in one part, or in several while that makes no whole page. */
async function lookFrom<Row>(
  db: Db,
  list: LongTable,
  start: Start,
  page: Page,
  wanted: number,
  partsLeft = mostParts,
): Promise<Found<Row>> {
  const [rows, { count, isEnd }] = await Promise.all([
    foundRows<Row>(db, list, start, page),
    countFound(db, list, start),
  ])
  const nextFrom = await nextPlace(db, list, start, { count, isEnd })
  if (!nextFrom || count >= wanted || partsLeft === 1) return { rows, count, nextFrom }
  const next = page && { limit: page.limit - rows.length, offset: Math.max(0, page.offset - count) }
  const rest = await lookFrom<Row>(db, list, startOf(list, nextFrom), next, wanted - count, partsLeft - 1)
  return { rows: [...rows, ...rest.rows], count: count + rest.count, nextFrom: rest.nextFrom }
}

const nextPlace = async (
  db: Db,
  list: LongTable,
  start: Start,
  { count, isEnd }: { count: number; isEnd: boolean },
) =>
  isEnd ? undefined : placeOf(db, list, start, { before: (start?.before ?? 0) + count, skip: rowsInPart })

/** The pages before are skipped in the index; only the rows of this one are read whole. */
async function pageRows<Row>(db: Db, list: LongTable, start: Start, page: Page) {
  const { limit, offset } = page ?? { limit: rowsInPart, offset: 0 }
  const left = Math.max(0, Math.min(limit, rowsInPart - offset))
  if (left === 0) return []
  const key = sql.ref(list.keys.at(-1)!)
  const ids = sql`select ${key} from ${rowsOf(list, start)} limit ${left} offset ${offset}`
  const { rows } = await sql<Row>`
    select * from ${sql.table(list.table)} where ${key} in (${ids}) order by ${order(list)}`.execute(db)
  return rows
}

async function countRows(db: Db, list: LongTable, start: Start) {
  const some = sql`select 1 from ${rowsOf(list, start)} limit ${sql.lit(rowsInPart + 1)}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${some}) as part`.execute(db)
  const count = Number(rows[0]!.count)
  return { count: Math.min(count, rowsInPart), isEnd: count <= rowsInPart }
}

const lookedThrough = (list: LongTable, start: Start) =>
  sql`(select * from ${rowsOf(list, start)} limit ${sql.lit(rowsInPart)}) as part`

async function foundRows<Row>(db: Db, list: LongTable, start: Start, page: Page) {
  const cut = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  const { rows } = await sql<Row>`
    select * from ${lookedThrough(list, start)} where ${list.filter!} order by ${order(list)} ${cut}`.execute(
    db,
  )
  return rows
}

async function countFound(db: Db, list: LongTable, start: Start) {
  const { rows } = await sql<{ count: number; looked: number }>`
    select count(case when ${list.filter!} then 1 end) as count, count(*) as looked
    from ${lookedThrough(list, start)}`.execute(db)
  return { count: Number(rows[0]!.count), isEnd: Number(rows[0]!.looked) < rowsInPart }
}

/** Where one comes to after so many rows; undefined at the end. */
async function placeOf(db: Db, list: LongTable, start: Start, at: { before: number; skip: number }) {
  const keys = sql.join(list.keys.map((key) => sql.ref(key)))
  const { rows } = await sql<Record<string, string | number>>`
    select ${keys} from ${rowsOf(list, start)} limit 1 offset ${at.skip}`.execute(db)
  const [row] = rows
  return (
    row &&
    writeFrom(
      at.before,
      list.keys.map((key) => row[key]!),
    )
  )
}

function rowsOf(list: LongTable, start: Start, filter?: RawBuilder<SqlBool>) {
  const keys = sql.join(list.keys.map((key) => sql.ref(key)))
  const sign = sql.raw(list.direction === 'asc' ? '>=' : '<=')
  const conditions = [
    ...(list.where ? [list.where] : []),
    ...(start ? [sql`(${keys}) ${sign} (${sql.join(start.values)})`] : []),
    ...(filter ? [filter] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return sql`${sql.table(list.table)} ${where} order by ${order(list)}`
}

const order = ({ keys, direction }: LongTable) =>
  sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(direction)}`))
