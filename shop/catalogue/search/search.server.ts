import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CategoryRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { categoryRows } from '../categories/store-categories.server.ts'
import { isPartNumber } from '../list-rules.ts'
import type { NumberMatch } from '../numbers/find-numbers.server.ts'
import { findNearNumbers, findNumbers } from '../numbers/find-numbers.server.ts'
import type { StockBoard } from '../stock/stock-board.server.ts'
import { productsTotal, synonymLines } from '../store.server.ts'
import type { Filter } from './facets.server.ts'
import type { IndexQuery, Selected } from './product-index.server.ts'
import { ProductIndex } from './product-index.server.ts'
import { isAboutParts } from './query.server.ts'

type Found = ReturnType<ProductIndex['page']> & {
  numbers?: NumberMatch
  /** In a search that names cars, the words about parts. */
  rest?: string
}
type Asked = Omit<IndexQuery, 'first'>
type Answer = { selected: Selected; numbers?: NumberMatch; rest?: string }

/** Asks those who know about cars: what of a search is about them, and which parts are listed for these cars. */
export type AskForCars = (q: string) => Promise<{ rest: string; vehicleIds: string[] } | undefined>
export type AskForListedParts = (vehicleIds: string[]) => Promise<ReadonlySet<string>>

export type ProductSearch = ReturnType<typeof openSearch>

const idsOf = ({ hits }: NumberMatch) => hits.map((hit) => hit.product_id)
const without = (words: string[], found: string[]) =>
  words.filter((word) => !found.some((part) => part.toLowerCase() === word.toLowerCase()))

/** What customers find, and what waits: apart, so that no word of a hidden part is known to the search of the shop. */
type Which = 'shown' | 'hidden'

const isSameKind = (a: CategoryRow, b: CategoryRow) =>
  a.id === b.id && a.name === b.name && a.parent_id === b.parent_id

/** For want of what was asked for. */
const isGuess = ({ numbers, missing }: Found) => numbers?.match === 'near' || missing.length > 0

const compared = <Key extends string | number>(a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0)

const rowsAtOnce = 250
const idsAtOnce = 5000
/** Longer than any transaction is open and any two clocks are apart. */
const overlapMs = 120_000

/** Finds products in memory. What has changed meanwhile is read from the database first, so nothing found is old. */
export function openSearch(
  { db, onChange }: Pick<Database, 'db' | 'onChange'>,
  stock: Pick<StockBoard, 'fresh' | 'states' | 'shortIds'>,
  cars?: { inSearch: AskForCars; listedParts: AskForListedParts },
) {
  const index = new ProductIndex()
  const hidden = new ProductIndex()
  let changes = 0
  let readUpTo = -1
  let shortOf = ''
  let readSince = ''
  let reading: Promise<void> | undefined
  let areSynonymsRead = false
  let kinds: CategoryRow[] = []
  /** What was changed by those who say which products it was about; others may have changed any. */
  let touchedIds = new Set<string>()
  let isAnyTouched = true
  onChange((changed, touched) => {
    if (changed.includes('synonyms')) areSynonymsRead = false
    if (!changed.includes('products')) return
    changes += 1
    if (touched) for (const id of touched) touchedIds.add(id)
    else isAnyTouched = true
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
    const [ids, isAny] = [[...touchedIds], isAnyTouched]
    touchedIds = new Set()
    isAnyTouched = false
    try {
      if (!areSynonymsRead) await readSynonyms()
      await readKinds()
      if (isAny) await readAny()
      else await readTouched(ids)
    } catch (error) {
      isAnyTouched = true
      throw error
    }
    readUpTo = upTo
  }

  async function readAny() {
    const startedAt = Date.now()
    await readChanged(readSince)
    if ((await productsTotal(db)) !== index.size + hidden.size) await compareIds()
    readSince = new Date(startedAt - overlapMs).toISOString()
  }

  /** Those that are not there any more are forgotten. */
  async function readTouched(ids: string[]) {
    for (let n = 0; n < ids.length; n += rowsAtOnce) {
      const some = ids.slice(n, n + rowsAtOnce)
      const rows = await indexed().where('id', 'in', some).execute()
      const found = new Set(rows.map(({ id }) => id))
      const gone = some.filter((id) => !found.has(id))
      for (const one of [index, hidden]) one.remove(gone)
      put(rows)
      await nextTurn()
    }
  }

  async function readSynonyms() {
    // Before they are read: a change that comes meanwhile is a reason to read them once more.
    areSynonymsRead = true
    try {
      const lines = await synonymLines(db).execute()
      for (const one of [index, hidden]) one.setSynonyms(lines.map(({ words }) => words.split(', ')))
    } catch (error) {
      areSynonymsRead = false
      throw error
    }
  }

  /** There are few, and nothing says which of the changes of products was one of a category. */
  async function readKinds() {
    const rows = await categoryRows(db).execute()
    const isSame = rows.length === kinds.length && rows.every((row, n) => isSameKind(row, kinds[n]!))
    if (isSame) return
    kinds = rows
    for (const one of [index, hidden])
      one.setKinds(rows.map(({ id, name, parent_id }) => ({ id, name, group: parent_id ?? '' })))
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
    const gone = new Set([...index.ids, ...hidden.ids])
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
    for (const one of [index, hidden]) one.remove([...gone])
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
      .select([
        'id',
        'name_key',
        'search_text',
        'price_cents',
        'created_at',
        'changed_at',
        'category_id',
        'brand',
        'attributes',
        'fit_kind',
        'visibility',
      ])

  function put(all: Awaited<ReturnType<ReturnType<typeof indexed>['execute']>>) {
    putInto(
      index,
      hidden,
      all.filter(({ visibility }) => visibility === 'shown'),
    )
    putInto(
      hidden,
      index,
      all.filter(({ visibility }) => visibility === 'hidden'),
    )
  }

  function putInto(
    into: ProductIndex,
    other: ProductIndex,
    rows: Awaited<ReturnType<ReturnType<typeof indexed>['execute']>>,
  ) {
    if (rows.length === 0) return
    other.remove(rows.map(({ id }) => id))
    into.put(
      rows.map((row) => ({
        id: row.id,
        nameKey: row.name_key,
        searchText: row.search_text,
        priceCents: row.price_cents,
        createdAt: row.created_at,
        category: row.category_id ?? '',
        brand: row.brand,
        attributes: row.attributes,
        fitKind: row.fit_kind,
      })),
    )
  }

  /**
   * Stock moves with every order and changes no words, so it is asked for apart, and of the board by which pages know
   * whether they are old: a page never counts other parts as in stock than those it is cached with.
   */
  async function freshStock() {
    await stock.fresh()
    const now = `${stock.states} ${readUpTo}`
    if (shortOf === now) return
    index.setShort(stock.shortIds)
    shortOf = now
  }

  /** By part number first, then by words; words that name nothing may be about a car, or a number with a mistake. */
  async function select(q: string | undefined, which: Which = 'shown'): Promise<Answer> {
    const among = which === 'shown' ? index : hidden
    if (!q) return { selected: among.select(undefined) }
    const exact = await findNumbers(db, q, which)
    if (exact?.isWholeSearch) return { selected: among.select(undefined, idsOf(exact)), numbers: exact }
    const selected = among.select(q, exact && idsOf(exact))
    if (exact)
      return { selected: { ...selected, missing: without(selected.missing, exact.words) }, numbers: exact }
    if (selected.missing.length === 0) return { selected }
    const forCars = await selectForCars(q, among)
    if (forCars) return forCars
    const near = await findNearNumbers(db, q, which)
    if (near?.isWholeSearch) return { selected: among.select(undefined, idsOf(near)), numbers: near }
    if (near) return { selected: among.withFirst(selected, idsOf(near)), numbers: near }
    return { selected: isPartNumber(q) ? { ...selected, groups: [] } : selected }
  }

  /** “oil for bmw” is about oil; a make or a model alone is about what there is for these cars. */
  async function selectForCars(q: string, among: ProductIndex): Promise<Answer | undefined> {
    const named = await cars?.inSearch(q)
    if (!named) return undefined
    const { rest, vehicleIds } = named
    if (isAboutParts(rest)) return { selected: among.select(rest), rest }
    if (vehicleIds.length === 0) return undefined
    return { selected: among.selectForCars(await cars!.listedParts(vehicleIds)) }
  }

  async function find({ q, ...page }: Asked, which: Which): Promise<Found> {
    const { selected, numbers, rest } = await select(q, which)
    const found = (which === 'shown' ? index : hidden).page(selected, page)
    return { ...found, ...(numbers && { numbers }), ...(rest && { rest }) }
  }

  /** What is found among all products, in an order that both indexes know. */
  async function findAll(asked: Asked): Promise<Found> {
    const { offset, limit, order, descending } = asked
    const upTo = { ...asked, offset: 0, limit: offset + limit }
    const [shown, waiting] = [await find(upTo, 'shown'), await find(upTo, 'hidden')]
    if (isGuess(shown) && !isGuess(waiting) && waiting.total > 0) return find(asked, 'hidden')
    if (isGuess(waiting) && !isGuess(shown) && shown.total > 0) return find(asked, 'shown')
    const by = order === 'relevance' ? 'age' : order
    const keyed = [
      ...shown.ids.map((id) => ({ id, key: index.keyOf(id, by) })),
      ...waiting.ids.map((id) => ({ id, key: hidden.keyOf(id, by) })),
    ]
    const sign = descending ? -1 : 1
    keyed.sort((a, b) => sign * (compared(a.key, b.key) || compared(a.id, b.id)))
    const numbers = shown.numbers ?? waiting.numbers
    const hits = [...(shown.numbers?.hits ?? []), ...(waiting.numbers?.hits ?? [])]
    return {
      ids: keyed.slice(offset, offset + limit).map(({ id }) => id),
      total: shown.total + waiting.total,
      missing: shown.missing.filter((word) => waiting.missing.includes(word)),
      ...(numbers && { numbers: { ...numbers, hits } }),
    }
  }

  return {
    /** Reads ahead, so that the first visitor who searches need not wait. */
    async warm() {
      await fresh()
      index.find({ q: 'a', order: 'relevance', offset: 0, limit: 1 })
    },
    /** Whether all products have been read once; from then on only changes are. */
    isFilled: () => readUpTo >= 0,
    /** One page of what a search finds, or of all products; for those who manage them also of what is hidden. */
    async find(asked: Asked, { withHidden = false } = {}): Promise<Found> {
      await fresh()
      if (asked.filter?.stock) await freshStock()
      return withHidden && hidden.size > 0 ? findAll(asked) : find(asked, 'shown')
    },
    /** Those of some words by which parts or categories are called. */
    async partWords(words: string[]) {
      await fresh()
      return new Set(words.filter((word) => index.isNamed(word)))
    },
    /** Of all products, for those who manage them. */
    async partsByAttribute() {
      await fresh()
      const counts = index.partsByAttribute()
      for (const [name, parts] of hidden.partsByAttribute()) counts.set(name, parts + (counts.get(name) ?? 0))
      return counts
    },
    /** By what the same products can be narrowed. */
    async facets(q: string | undefined, filter: Filter) {
      await fresh()
      await freshStock()
      const { selected } = await select(q)
      const isNothing = selected.groups.length === 0 && selected.byNumber.length === 0 && !selected.isAll
      return { ...index.facets(selected, filter), near: q && isNothing ? index.nearKinds(q) : [] }
    },
  }
}
