import { sql } from 'kysely'
import type { Topic } from '~/database/topics.ts'
import type { LiveNumbers } from '~/platform/cache/live/live-numbers.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Returned } from '~/platform/db/database.server.ts'
import { isShort } from './stock.server.ts'

export type StockRow = { id: string; available_qty: number; order_qty: number }
type ReadStock = {
  /** Those that are gone are left out. */
  rowsOf(ids: string[]): Promise<StockRow[]>
  /** All that cannot be ordered, hidden ones, too. */
  short(): Promise<Pick<StockRow, 'id' | 'available_qty'>[]>
}

type Opened = Pick<Database, 'promptDb' | 'engine' | 'onChange'>

/** It begins to read at once, so that the first pages need not wait. */
export function openStockBoard({ promptDb, engine, onChange }: Opened) {
  const board = new StockBoard({
    rowsOf: (ids) =>
      promptDb
        .selectFrom('products')
        .select(['id', 'available_qty', 'order_qty'])
        .where(among(engine, 'id', ids))
        .execute(),
    short: () => notOrderable(promptDb).execute(),
  })
  onChange((...change) => board.onChange(...change))
  board.fresh().catch(() => {})
  return board
}

/** By the indexes of those few rows. */
const notOrderable = (db: Db) =>
  db
    .selectFrom('products')
    .select(['id', 'available_qty'])
    .where(isShort.out)
    .unionAll(
      db
        .selectFrom('products')
        .select(['id', 'available_qty'])
        .where(sql<boolean>`${isShort.low} and available_qty > 0 and available_qty < order_qty`),
    )

const isOut = ({ available_qty: left, order_qty: fewest }: StockRow) => left <= 0 || left < fewest

const mostKnown = 5000

/**
 * How many pieces there are of the parts that cached pages show as a number, and which parts cannot be ordered: there are
 * few, and of them pages show other words. A change touches its parts right after its commit and before it is answered;
 * the next request that needs a number reads all touched ones at once. Requests that come meanwhile share that reading,
 * unless something was touched after it began: then they share the next one. An order says itself how many it has left, so
 * mostly nothing is to be read.
 */
export class StockBoard implements LiveNumbers {
  readonly topic = 'stock'
  states = 0
  version = 0
  readonly #read: ReadStock
  /** Undefined until it is read, and for what cannot be ordered. */
  readonly #known = new Map<string, number | undefined>()
  #short = new Map<string, number>()
  #touched = new Set<string>()
  /** Nothing is known at first, and nothing more of a change that does not say what it was about. */
  #isAllTouched = true
  /** When pieces came back at the latest, as far as is known. */
  #raisedAt = performance.now()
  #reading: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(read: ReadStock) {
    this.#read = read
  }

  /** Of the parts in `touched`; without it, of any. A product that changed otherwise may be sold from more pieces. */
  onChange(changed: readonly Topic[], touched?: readonly string[], returned?: Returned) {
    const isAll = changed.includes('products') || (changed.includes('stock') && !touched)
    if (!isAll && !changed.includes('stock')) return
    if (isAll || !returned) this.#raisedAt = performance.now()
    if (isAll) this.#isAllTouched = true
    else
      for (const id of touched!) {
        const row = (returned?.rows as StockRow[] | undefined)?.find((one) => one.id === id)
        if (row && this.#isNewest(row, returned!.begunAt)) this.#put(row)
        else this.#touched.add(id)
      }
  }

  /**
   * Orders only take pieces away: of the numbers of two, in whatever order they come, the smaller is the newer one. Not so
   * where pieces may have come back since the order began, also if nobody has told of it yet.
   */
  #isNewest(row: StockRow, begunAt: number) {
    const last = this.#last(row.id)
    if (last !== undefined && row.available_qty > last) this.#raisedAt = performance.now()
    if (this.#reading || begunAt <= this.#raisedAt) return false
    return last !== undefined || !isOut(row)
  }

  #last(id: string) {
    return this.#known.get(id) ?? this.#short.get(id)
  }

  get(id: string) {
    return this.#known.get(id)
  }

  get shortIds() {
    return this.#short.keys()
  }

  get isFresh() {
    return !this.#isTouched && this.#reading === undefined
  }

  get #isTouched() {
    return this.#isAllTouched || this.#touched.size > 0
  }

  async fresh(): Promise<void> {
    if (!this.#reading) return this.#isTouched ? this.#begin() : undefined
    if (!this.#isTouched) return this.#reading
    this.#next ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        return this.fresh()
      })
    return this.#next
  }

  /** Reads these as well, for a page that is the first to show them. */
  know(ids: Iterable<string>) {
    if (this.#known.size > mostKnown) this.#known.clear()
    for (const id of ids) {
      if (this.#known.get(id) !== undefined) continue
      this.#known.set(id, undefined)
      this.#touched.add(id)
    }
    return this.fresh()
  }

  #begin() {
    this.#reading = this.#readTouched().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #readTouched() {
    const isAll = this.#isAllTouched
    const ids = isAll ? [...this.#known.keys()] : [...this.#touched]
    this.#isAllTouched = false
    this.#touched = new Set()
    try {
      const [rows, short] = await Promise.all([
        this.#read.rowsOf(ids),
        isAll ? this.#read.short() : undefined,
      ])
      if (short) this.#putShort(new Map(short.map(({ id, available_qty }) => [id, available_qty])))
      for (const row of rows) {
        const last = this.#last(row.id)
        if (last === undefined ? this.#known.has(row.id) : row.available_qty > last)
          this.#raisedAt = performance.now()
        this.#put(row)
      }
      const found = new Set(rows.map(({ id }) => id))
      for (const id of ids) if (!found.has(id)) this.#known.delete(id)
    } catch (error) {
      this.#isAllTouched = true
      throw error
    }
  }

  #putShort(short: Map<string, number>) {
    const isSame =
      short.size === this.#short.size && [...short].every(([id, left]) => this.#short.get(id) === left)
    if (isSame) return
    this.#short = short
    this.states += 1
  }

  #put(row: StockRow) {
    const { id, available_qty: left } = row
    const out = isOut(row)
    if (out ? this.#short.get(id) !== left : this.#short.has(id)) this.states += 1
    if (out) this.#short.set(id, left)
    else this.#short.delete(id)
    if (!this.#known.has(id)) return
    const now = out ? undefined : left
    if (this.#known.get(id) === now) return
    this.#known.set(id, now)
    this.version += 1
  }
}
