import type { FilterName } from './filter-names.ts'

/** A filter of the list of parts. How its value is read, checked, stored in an address and shown follows from its kind. */
type Filter = {
  /** Several values, one amount in dollars, one of some words that switch it on, or any one text. */
  kind: 'several' | 'dollars' | 'word' | 'text'
  /** The only values of a word. */
  words?: readonly string[]
  longest?: number
  /** Says more about another filter, and means nothing without it. */
  of?: string
  /** What stands on the button that takes a value of it away, and beside the box by which a word is chosen. */
  chip?: (value: string) => string
  /** Above the box by which a word is chosen. */
  title?: string
}

/** By what the list of parts is narrowed: each is described here once, in the order of an address. */
export const listFilters = {
  brand: { kind: 'several', chip: (brand) => `Brand: ${brand}` },
  attr: { kind: 'several', chip: (line) => line },
  priceFrom: { kind: 'dollars', chip: (dollars) => `From $${dollars}` },
  priceTo: { kind: 'dollars', chip: (dollars) => `Up to $${dollars}` },
  stock: { kind: 'word', words: ['in'], chip: () => 'In stock', title: 'Stock' },
  /** The car that the list is for. */
  car: { kind: 'text', longest: 120, chip: () => 'The car' },
  /** What is known about the car. */
  facts: { kind: 'text', longest: 600, of: 'car' },
  /** Those that were not checked against the car instead of those that fit, or all, the best fit first. */
  fit: { kind: 'word', words: ['unknown', 'all'], of: 'car' },
} as const satisfies Record<FilterName, Filter>

type ListFilters = typeof listFilters
/** What a list is narrowed to, by the names of the address; empty for a filter that is not set. */
export type Filters = {
  [Name in FilterName]: ListFilters[Name]['kind'] extends 'several' ? string[] : string
}
/** The same as the server reads it. */
export type FilterValues = { [Name in FilterName]: ValueOf<ListFilters[Name]> }
type ValueOf<Described> = Described extends { kind: 'several' }
  ? string[]
  : Described extends { kind: 'dollars' }
    ? number | undefined
    : Described extends { words: readonly (infer Word)[] }
      ? Word | undefined
      : string

const described: [FilterName, Filter][] = Object.entries(listFilters) as never

/** Those that are switched on by a box. */
export const tickedFilters = described.flatMap(([name, { title, words: [word = ''] = [], chip }]) =>
  title && chip ? [{ name, title, word, text: chip(word) }] : [],
)

export const mostFilters = 50
/** As long as an attribute with its name may be. */
const usualLength = 102
export const lengthOfFilter = (name: FilterName) => (listFilters[name] as Filter).longest ?? usualLength
/** In an address. */
export const dollarsPattern = /^\d{1,7}([.,]\d{1,2})?$/

export const mapFilters = <Result>(
  result: (filter: Filter, name: FilterName) => Result,
): Record<FilterName, Result> =>
  Object.fromEntries(described.map(([name, filter]) => [name, result(filter, name)])) as never

/** The filters among all that is known of a list. */
export const filtersOf = (view: Filters) => mapFilters((_, name) => view[name]) as Filters
export const noFilters = mapFilters(({ kind }) => (kind === 'several' ? [] : '')) as Filters

/** What is not understood in an address is ignored. */
export function readFilters(query: URLSearchParams | FormData): Filters {
  const read = mapFilters(({ kind, words }, name) => {
    const given = query.getAll(name).map(String)
    // The last one: a tick box follows the value that it stands for when it is not ticked.
    if (kind === 'word') return words!.find((word) => word === given.at(-1)) ?? ''
    if (kind === 'dollars') return given[0] && dollarsPattern.test(given[0].trim()) ? given[0].trim() : ''
    const texts = given.filter((text) => text && text.length <= lengthOfFilter(name)).slice(0, mostFilters)
    return kind === 'several' ? texts : (texts[0] ?? '')
  }) as Filters
  return mapFilters(({ of }, name) => (of && !read[of as FilterName] ? '' : read[name])) as Filters
}

/** Whether a list is narrowed at all. */
export const isNarrowed = (values: FilterValues | Filters) =>
  described.some(([name, { of }]) => !of && values[name] !== undefined && values[name].toString() !== '')

type Chip = { name: FilterName; text: string; without: Partial<Filters> }

const kindsOfChips = ['text', 'word', 'dollars', 'several']

/** Each filter that is set, and what is left of the filters without it; those of several values come last. */
export const chosenFilters = (filters: Filters): Chip[] =>
  kindsOfChips.flatMap((wanted) =>
    described.flatMap(([name, { kind, chip }]) => {
      const values = [filters[name]].flat().filter(Boolean)
      // All parts in the order of their fit: nothing is left out.
      const isOrder = name === 'car' && filters.fit === 'all'
      if (kind !== wanted || !chip || isOrder) return []
      return values.map((value) => ({
        name,
        text: chip(value),
        without: kind === 'several' ? { [name]: values.filter((other) => other !== value) } : cleared(name),
      }))
    }),
  )

const cleared = (name: FilterName) =>
  Object.fromEntries(
    described.flatMap(([other, { of }]) => (other === name || of === name ? [[other, '']] : [])),
  )

/** For the description of the API: “?brand=, ?attr= and ?stock=in”. */
export const filtersInWords = () => {
  const words = described.flatMap(([name, { kind, of, words: [word = ''] = [] }]) =>
    of || kind === 'text' ? [] : [`?${name}=${word}`],
  )
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
