import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '~/platform/db/database.server.ts'
import type { NumberMatch } from '../numbers/find-numbers.server.ts'
import { findNearNumbers, findNumbers } from '../numbers/find-numbers.server.ts'
import { isPartNumber } from '../rules.ts'
import { productsTotal } from '../store.server.ts'
import type { IndexQuery } from './product-index.server.ts'
import { ProductIndex } from './product-index.server.ts'

type Found = ReturnType<ProductIndex['find']> & { numbers?: NumberMatch }

export type ProductSearch = ReturnType<typeof openSearch>

const idsOf = ({ hits }: NumberMatch) => hits.map((hit) => hit.product_id)
const without = (words: string[], found: string[]) =>
  words.filter((word) => !found.some((part) => part.toLowerCase() === word.toLowerCase()))

const rowsAtOnce = 250
const idsAtOnce = 5000
/** Longer than any transaction is open and any two clocks are apart. */
const overlapMs = 120_000

/** Finds products in memory. What has changed meanwhile is read from the database first, so nothing found is old. */
export function openSearch({ db, onChange }: Pick<Database, 'db' | 'onChange'>) {
  const index = new ProductIndex()
  let changes = 0
  let readUpTo = -1
  let readSince = ''
  let reading: Promise<void> | undefined
  onChange((changed) => {
    if (changed.includes('products')) changes += 1
  })

  async function fresh() {
    const wanted = changes
    while (readUpTo < wanted) {
      reading ??= read().finally(() => {
        reading = undefined
      })
      await reading
    }
  }

  async function read() {
    const upTo = changes
    const startedAt = Date.now()
    await readChanged(readSince)
    if ((await productsTotal(db)) !== index.size) await compareIds()
    readSince = new Date(startedAt - overlapMs).toISOString()
    readUpTo = upTo
  }

  /** In small batches with a breath between them, so that other requests do not wait for a hundred thousand rows. */
  async function readChanged(since: string) {
    let after = { changed_at: since, id: '' }
    for (;;) {
      const rows = await indexed()
        .where((e) => e(e.refTuple('changed_at', 'id'), '>', e.tuple(after.changed_at, after.id)))
        .orderBy('changed_at')
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute()
      put(rows)
      if (rows.length < rowsAtOnce) return
      after = rows.at(-1)!
      await nextTurn()
    }
  }

  /** Something was deleted, or came by a way that leaves no date. */
  async function compareIds() {
    const gone = new Set(index.ids)
    const unknown: string[] = []
    let after = ''
    for (;;) {
      const rows = await db
        .selectFrom('products')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(idsAtOnce)
        .execute()
      for (const { id } of rows) if (!gone.delete(id)) unknown.push(id)
      if (rows.length < idsAtOnce) break
      after = rows.at(-1)!.id
      await nextTurn()
    }
    index.remove([...gone])
    for (let n = 0; n < unknown.length; n += rowsAtOnce)
      put(
        await indexed()
          .where('id', 'in', unknown.slice(n, n + rowsAtOnce))
          .execute(),
      )
  }

  const indexed = () =>
    db
      .selectFrom('products')
      .select(['id', 'name_key', 'search_text', 'price_cents', 'created_at', 'changed_at', 'category_id'])

  function put(rows: Awaited<ReturnType<ReturnType<typeof indexed>['execute']>>) {
    index.put(
      rows.map((row) => ({
        id: row.id,
        nameKey: row.name_key,
        searchText: row.search_text,
        priceCents: row.price_cents,
        createdAt: row.created_at,
        category: row.category_id ?? '',
      })),
    )
  }

  return {
    /** Reads ahead, so that the first visitor who searches need not wait. */
    async warm() {
      await fresh()
      index.find({ q: 'a', order: 'relevance', offset: 0, limit: 1 })
    },
    /** By part number first, then by words; words that name nothing may be a number with a mistake. */
    async find({ q, ...page }: Omit<IndexQuery, 'first'>): Promise<Found> {
      await fresh()
      const exact = q ? await findNumbers(db, q) : undefined
      if (exact?.isWholeSearch) return { ...index.find({ ...page, first: idsOf(exact) }), numbers: exact }
      const found = index.find({ ...page, q, ...(exact && { first: idsOf(exact) }) })
      if (exact) return { ...found, missing: without(found.missing, exact.words), numbers: exact }
      const near = found.missing.length > 0 ? await findNearNumbers(db, q!) : undefined
      if (!near) return found.missing.length > 0 && isPartNumber(q!) ? { ...found, ids: [], total: 0 } : found
      return { ...index.find({ ...page, q, first: idsOf(near) }), numbers: near }
    },
  }
}
