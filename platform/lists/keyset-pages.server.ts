import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import { refuseRequest } from '~/platform/refusal.ts'
import type { KeysetList, Page, Start } from './keyset-queries.server.ts'
import {
  countMatching,
  countRows,
  cursorAt,
  keysAfter,
  matchingRows,
  orderOf,
  pageRows,
  rowsOf,
  startOf,
} from './keyset-queries.server.ts'
import { rowsInPart } from './list-limits.ts'
import type { ListQuery } from './list-query.ts'
import { pageOf } from './list-query.ts'

/** Some rows, how many there are up to the end of this part, and where this part and the next one begin. */
export type ListPart<Row> = { rows: Row[]; total: number; from?: string; nextFrom?: string }

/** So many parts are looked through for one answer, until a page is full. */
const mostParts = 10

/** However long the table is, no query reads more than one part of it. */
export async function readListPage<Row>(db: Db, list: KeysetList, query: ListQuery): Promise<ListPart<Row>> {
  const start = startOf(list, query.from)
  const page = pageOf(query)
  if (!page && !query.q) return everything(db, list, start)
  const { rows, count, nextFrom } = list.filter
    ? await scanFrom<Row>(db, list, start, page, page?.limit ?? Number.POSITIVE_INFINITY)
    : await pageFrom<Row>(db, list, start, page)
  if (nextFrom && page && page.offset >= rowsInPart && rows.length === 0)
    throw refuseRequest('page_too_far', { values: { rows: rowsInPart } })
  const hasMorePages = page && count > page.limit
  const from = start ? query.from : hasMorePages && (await cursorAt(db, list, start, { before: 0, skip: 0 }))
  const total = (start?.before ?? 0) + count
  return { rows, total, ...(from && { from }), ...(nextFrom && { nextFrom }) }
}

/** All rows, a limited number at a time: the last batch is as quick as the first. */
export async function* readInBatches<Row>(db: Db, list: KeysetList, atOnce: number) {
  let start: Start
  do {
    const { rows, next } = await batchFrom<Row>(db, list, start, atOnce)
    yield rows
    start = next && { before: 0, values: next }
  } while (start)
}

async function batchFrom<Row>(db: Db, list: KeysetList, start: Start, atOnce: number) {
  if (!list.filter) {
    const more = sql<Row>`select * from ${rowsOf(list, start)} limit ${sql.lit(atOnce + 1)}`
    const { rows } = await more.execute(db)
    const [first] = rows.splice(atOnce) as Record<string, string | number>[]
    return { rows, next: first && list.keys.map((key) => first[key]!) }
  }
  const part = sql`(select * from ${rowsOf(list, start)} limit ${sql.lit(atOnce)}) as part`
  const wanted = sql<Row>`select * from ${part} where ${list.filter} order by ${orderOf(list)}`
  const { rows } = await wanted.execute(db)
  return { rows, next: await keysAfter(db, list, start, atOnce) }
}

async function everything<Row>(db: Db, list: KeysetList, start: Start) {
  const { rows } = await sql<Row>`select * from ${rowsOf(list, start, list.filter)}`.execute(db)
  return { rows, total: (start?.before ?? 0) + rows.length }
}

type Found<Row> = { rows: Row[]; count: number; nextFrom: string | undefined }

/** One page of one part. */
async function pageFrom<Row>(db: Db, list: KeysetList, start: Start, page: Page): Promise<Found<Row>> {
  const [rows, { count, isEnd }] = await Promise.all([
    pageRows<Row>(db, list, start, page),
    countRows(db, list, start),
  ])
  return { rows, count, nextFrom: await nextCursor(db, list, start, { count, isEnd }) }
}

/** One page of what is found in one part, or in several while that makes no whole page. */
async function scanFrom<Row>(
  db: Db,
  list: KeysetList,
  start: Start,
  page: Page,
  wanted: number,
  partsLeft = mostParts,
): Promise<Found<Row>> {
  const { count, isEnd } = await countMatching(db, list, start)
  const rows = count > (page?.offset ?? 0) ? await matchingRows<Row>(db, list, start, page) : []
  const nextFrom = await nextCursor(db, list, start, { count, isEnd })
  if (!nextFrom || count >= wanted || partsLeft === 1) return { rows, count, nextFrom }
  const next = page && { limit: page.limit - rows.length, offset: Math.max(0, page.offset - count) }
  const rest = await scanFrom<Row>(db, list, startOf(list, nextFrom), next, wanted - count, partsLeft - 1)
  return { rows: [...rows, ...rest.rows], count: count + rest.count, nextFrom: rest.nextFrom }
}

const nextCursor = async (
  db: Db,
  list: KeysetList,
  start: Start,
  { count, isEnd }: { count: number; isEnd: boolean },
) =>
  isEnd ? undefined : cursorAt(db, list, start, { before: (start?.before ?? 0) + count, skip: rowsInPart })
