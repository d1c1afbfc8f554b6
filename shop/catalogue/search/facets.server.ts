import { toCents } from '~/platform/money.ts'
import { readAttributes } from '../attributes/attribute-lines.ts'
import type { FilterValues } from '../list-filters.ts'
import type { FitState, PartsForCar } from './columns.server.ts'
import { ListColumn, NumberColumn, stateOf, ValueColumn, Values } from './columns.server.ts'
import type { Scores } from './selection.server.ts'

/** Narrows a list, with and without a search. */
export type Filter = Omit<FilterValues, 'car' | 'facts' | 'fit'> & {
  /** One of these. */
  categories?: string[] | undefined
  /** For one car: what fits it, what was not checked against it, or all, the best fit first. */
  fit?: { parts: PartsForCar; wanted: 'fits' | 'unknown' | 'all' } | undefined
}

export type CountedValue = { value: string; parts: number }
export type FacetCounts = {
  brands: CountedValue[]
  attributes: { name: string; values: CountedValue[] }[]
  price: { lowestCents: number; highestCents: number } | undefined
  inStock: number
  /** Of a list for a car. */
  fit?: Record<FitState, number>
}

type Faceted = { priceCents: number; category?: string; brand?: string; attributes?: string }
/** Whether a product passes one part of a filter, which is named so that its own counts can do without it. */
type Check = {
  facet: 'brand' | 'stock' | 'price' | 'attribute' | 'fit'
  /** Of an attribute. */
  name?: string
  passes: (product: number) => boolean
}
type Counted = {
  products: Uint32Array
  /** Of a search: those that it found. */
  found: Scores | undefined
  filter: Filter
  /** Of a list for a car: by product. */
  fits: Uint8Array | undefined
}
type Narrowed = Pick<Counted, 'filter' | 'fits'>

const mostBrands = 50
const mostAttributes = 12
const mostValues = 30

/**
 * What products are filtered by, in memory: counting a hundred thousand takes some milliseconds, where the database would
 * read them all. The values of a facet are counted as if nothing of this facet were chosen, so that one can add another.
 */
export class FacetIndex {
  readonly #categories = new ValueColumn()
  readonly #brands = new ValueColumn()
  readonly #lines = new Values()
  /** Of each line, the attribute that it is about. */
  readonly #attributeOf: string[] = ['']
  readonly #linesOf = new ListColumn()
  readonly #cents = new NumberColumn()
  #isShort = new Uint8Array()

  set(product: number, { priceCents, category = '', brand = '', attributes = '' }: Faceted) {
    this.#cents.set(product, priceCents)
    this.#categories.setValue(product, category)
    this.#brands.setValue(product, brand)
    const lines = readAttributes(attributes).map(({ name, value }) => {
      const line = this.#lines.add(`${name}: ${value}`)
      this.#attributeOf[line] ??= name
      return line
    })
    this.#linesOf.set(product, lines)
  }

  /** Which of so many products cannot be ordered now. */
  setShort(products: Iterable<number>, size: number) {
    this.#isShort = new Uint8Array(size)
    for (const product of products) this.#isShort[product] = 1
  }

  /** One for each product that a filter lets through. */
  matching(products: Uint32Array, narrowed: Narrowed): Scores {
    const checks = this.#checksOf(narrowed)
    const inCategory = this.#inCategory(narrowed.filter)
    const categories = this.#categories.held
    const matching = new Uint16Array(categories.length)
    for (let n = 0; n < products.length; n += 1) {
      const product = products[n]!
      if (inCategory[categories[product]!] && missedOf(checks, product) === none) matching[product] = 1
    }
    return matching
  }

  /** How many products are in each category itself; those for the car, in a list for one. */
  categories({ products, found, filter, fits }: Counted) {
    const counts = new Uint32Array(this.#categories.values.all.length)
    const { held } = this.#categories
    for (let n = 0; n < products.length; n += 1) {
      const product = products[n]!
      if ((!found || found[product]) && (!fits || isWanted(fits[product]!, filter.fit)))
        counts[held[product]!]! += 1
    }
    return new Map(this.#categories.values.all.map((id, n) => [id, counts[n]!]))
  }

  /** Nothing is counted for it any more. */
  clear(product: number) {
    this.#categories.setValue(product, '')
  }

  /** Of so many products, the worth that each has by its category. */
  worthsByCategory(byCategory: ReadonlyMap<string, number>, products: number) {
    const worths = new Uint8Array(products)
    if (byCategory.size === 0) return worths
    const { held, values } = this.#categories
    const worthOf = Uint8Array.from(values.all, (id) => byCategory.get(id) ?? 0)
    if (worthOf.some(Boolean))
      for (let product = 0; product < products; product += 1) worths[product] = worthOf[held[product]!]!
    return worths
  }

  /** How many products have each attribute. */
  attributes(products: Uint32Array) {
    const counts = new Map<string, number>()
    for (const product of products)
      for (let at = this.#linesOf.startOf(product); at < this.#linesOf.endOf(product); at += 1) {
        const name = this.#attributeOf[this.#linesOf.all[at]!]!
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    return counts
  }

  /** Attributes are counted in a category, or where some are chosen: those of all parts are too many to choose from. */
  count({ products, found, filter, fits }: Counted): FacetCounts {
    const checks = this.#checksOf({ filter, fits })
    const inCategory = this.#inCategory(filter)
    const fit: Record<FitState, number> = { unknown: 0, fits: 0, not: 0 }
    const brands = new Uint32Array(this.#brands.values.all.length)
    const lines = new Uint32Array(this.#lines.all.length)
    let [lowestCents, highestCents, inStock] = [Number.POSITIVE_INFINITY, -1, 0]
    const hasAttributes = filter.categories !== undefined || filter.attr.length > 0
    const [categories, linesOf, cents] = [this.#categories.held, this.#linesOf, this.#cents.held]
    for (let n = 0; n < products.length; n += 1) {
      const product = products[n]!
      if (!inCategory[categories[product]!] || (found && !found[product])) continue
      const missed = missedOf(checks, product)
      if (missed === several) continue
      const { facet, name } = missed === none ? anyFacet : checks[missed]!
      if (fits && (!facet || facet === 'fit')) fit[stateOf(fits[product]!)] += 1
      if (!facet || facet === 'brand') brands[this.#brands.held[product]!]! += 1
      if (!facet || facet === 'price') {
        const price = cents[product]!
        if (price < lowestCents) lowestCents = price
        if (price > highestCents) highestCents = price
      }
      if ((!facet || facet === 'stock') && !this.#isShort[product]) inStock += 1
      if (!hasAttributes || (facet && facet !== 'attribute')) continue
      const end = linesOf.endOf(product)
      for (let at = linesOf.startOf(product); at < end; at += 1) {
        const line = linesOf.all[at]!
        if (!facet || name === this.#attributeOf[line]) lines[line]! += 1
      }
    }
    return {
      brands: this.#countedBrands(brands, filter.brand),
      attributes: this.#countedAttributes(lines, filter.attr),
      price: highestCents < 0 ? undefined : { lowestCents, highestCents },
      inStock,
      ...(fits && { fit }),
    }
  }

  /** By the number of a category, a one where its products are meant. Nothing else is counted: most are left out by it. */
  #inCategory({ categories }: Filter) {
    const { values } = this.#categories
    return categories ? values.marked(categories) : new Uint8Array(values.all.length).fill(1)
  }

  #checksOf({ filter, fits }: Narrowed) {
    const { brand, attr, priceFrom, priceTo, stock, fit } = filter
    const checks: Check[] = []
    if (fit && fits) checks.push({ facet: 'fit', passes: (product) => isWanted(fits[product]!, fit) })
    if (brand.length > 0) {
      const column = this.#brands
      const isWanted = column.values.marked(brand)
      checks.push({ facet: 'brand', passes: (product) => isWanted[column.held[product]!] === 1 })
    }
    // What can be ordered now.
    if (stock) checks.push({ facet: 'stock', passes: (product) => !this.#isShort[product] })
    if (priceFrom !== undefined || priceTo !== undefined) {
      const from = toCents(priceFrom ?? 0)
      const to = priceTo === undefined ? Number.POSITIVE_INFINITY : toCents(priceTo)
      const cents = this.#cents.held
      checks.push({ facet: 'price', passes: (product) => cents[product]! >= from && cents[product]! <= to })
    }
    // Lines like "Diameter: 312 mm"; of one attribute any, of several attributes all.
    for (const [name, lines] of byAttribute(attr)) {
      const isWanted = this.#lines.marked(lines)
      const passes = (product: number) => {
        const end = this.#linesOf.endOf(product)
        for (let at = this.#linesOf.startOf(product); at < end; at += 1)
          if (isWanted[this.#linesOf.all[at]!] === 1) return true
        return false
      }
      checks.push({ facet: 'attribute', name, passes })
    }
    return checks
  }

  #countedBrands(counts: Uint32Array, chosen: string[]) {
    const all = this.#brands.values.all.map((value, n) => ({ value, parts: counts[n]! }))
    return commonBrands(all.slice(1), chosen)
  }

  #countedAttributes(counts: Uint32Array, chosen: string[]) {
    const byName = new Map<string, { parts: number; lines: CountedValue[] }>()
    for (let n = 1; n < counts.length; n += 1) {
      const value = this.#lines.all[n]!
      if (counts[n] === 0 && !chosen.includes(value)) continue
      const name = this.#attributeOf[n]!
      const known = byName.get(name) ?? { parts: 0, lines: [] }
      known.parts += counts[n]!
      known.lines.push({ value, parts: counts[n]! })
      byName.set(name, known)
    }
    return [...byName]
      .sort(([a, one], [b, other]) => other.parts - one.parts || compared(a, b))
      .slice(0, mostAttributes)
      .map(([name, { lines }]) => ({
        name,
        values: mostCommon(lines, chosen, mostValues)
          .map(({ value, parts }) => ({ value: value.slice(name.length + 2), parts }))
          .sort(
            (a, b) => Number.parseFloat(a.value) - Number.parseFloat(b.value) || compared(a.value, b.value),
          ),
      }))
  }
}

const isWanted = (state: number, fit: Filter['fit']) =>
  fit?.wanted === 'all' || stateOf(state) === fit?.wanted

const none = -1
const several = -2
const anyFacet: Partial<Check> = {}

/** The place of the one check that a product does not pass; most fail a second one at once. */
function missedOf(checks: Check[], product: number) {
  let missed = none
  for (let n = 0; n < checks.length; n += 1)
    if (!checks[n]!.passes(product)) {
      if (missed !== none) return several
      missed = n
    }
  return missed
}

function byAttribute(lines: string[]) {
  const grouped = new Map<string, string[]>()
  for (const line of lines) {
    const name = line.split(':', 1)[0]!.trim()
    grouped.set(name, [...(grouped.get(name) ?? []), line])
  }
  return grouped
}

/** What is chosen stays in the list, whatever there is of it. */
const mostCommon = (counted: CountedValue[], chosen: string[], most: number) =>
  counted
    .filter(({ value, parts }) => parts > 0 || chosen.includes(value))
    .sort((a, b) => Number(chosen.includes(b.value)) - Number(chosen.includes(a.value)) || b.parts - a.parts)
    .slice(0, most)

/** In the order of their names. */
export const commonBrands = (counted: CountedValue[], chosen: string[] = []) =>
  mostCommon(counted, chosen, mostBrands).sort((a, b) => compared(a.value, b.value))

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
