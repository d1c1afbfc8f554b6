import { nameInKey } from '../name-keys.ts'
import type { FitKind } from '../rules.ts'
import { searchable } from '../rules.ts'
import { tokensOf, wordsToIndex } from '../words/tokens.ts'
import { FitColumn, fitStates } from './columns.server.ts'
import type { Filter } from './facets.server.ts'
import { FacetIndex } from './facets.server.ts'
import type { Kind } from './kinds.server.ts'
import { Kinds, nounOf } from './kinds.server.ts'
import type { Concept } from './query.server.ts'
import { conceptsOf, mostConcepts, withMistakes } from './query.server.ts'
import type { TokenPlace } from './segment.server.ts'
import { places, Segment, Segments, worthOf } from './segment.server.ts'
import type { Asked, Scores, Selection } from './selection.server.ts'
import { select } from './selection.server.ts'
import { Sorted } from './sorted.server.ts'
import { Synonyms } from './synonyms.ts'
import { levels, Vocabulary } from './vocabulary.server.ts'

export type IndexedProduct = {
  id: string
  /** The name as it is compared. */
  nameKey: string
  /** Name and description as they are searched. */
  searchText: string
  priceCents: number
  createdAt: string
  category?: string
  brand?: string
  /** One per line. */
  attributes?: string
  fitKind?: FitKind
}
export type IndexOrder = 'relevance' | 'age' | 'price' | 'name'
export type IndexPage = {
  filter?: Filter | undefined
  order: IndexOrder
  descending?: boolean
  offset: number
  limit: number
}
export type IndexQuery = IndexPage & {
  /** Without it, all products are meant. */
  q?: string | undefined
  /** Products that were found by their number: they come before those that the words find. */
  first?: string[]
}
/** What a search has found, by the numbers of products. */
export type Selected = Selection & { byNumber: number[]; isAll: boolean }

const nameBegins = 200
/** A water pump gasket begins like a water pump, and is none. */
const endsName =
  /^(?:[^\p{L}\p{N}\s]| (?:[^\p{L}]|(?:with|without|for|incl|including|front|rear|left|right|set|kit|pair)\b))/u
const nameIsExact = 400
const bestScore = nameIsExact + mostConcepts * worthOf(levels.exact, places.noun)
/** A segment has room for some thousand. */
const mostAtOnce = 2000

/** The words of all products in memory: a hundred thousand products are some tens of megabytes. */
export class ProductIndex {
  readonly #vocabulary = new Vocabulary()
  #synonyms = new Synonyms([])
  #kindRows: Kind[] = []
  #kinds = new Kinds([], { vocabulary: this.#vocabulary, synonyms: this.#synonyms })
  /** Every product has a number while it is as it is; a changed one gets a new number. */
  readonly #numbers = new Map<string, number>()
  readonly #products: { id: string; nameKey: string; priceCents: number; createdAt: number }[] = []
  readonly #free: number[] = []
  readonly #facets = new FacetIndex()
  readonly #fits = new FitColumn()
  readonly #segments = new Segments((number) => this.#free.push(number))

  readonly #sorted = {
    age: new Sorted((a, b) => this.#of(a).createdAt - this.#of(b).createdAt || this.#byId(a, b)),
    price: new Sorted((a, b) => this.#of(a).priceCents - this.#of(b).priceCents || this.#byId(a, b)),
    name: new Sorted((a, b) => compared(this.#of(a).nameKey, this.#of(b).nameKey)),
  }

  get size() {
    return this.#numbers.size
  }
  get ids() {
    return this.#numbers.keys()
  }
  /** By what a product stands where it does in an order, to compare it with those of another index. */
  keyOf(id: string, order: Exclude<IndexOrder, 'relevance'>) {
    const { createdAt, priceCents, nameKey } = this.#of(this.#numbers.get(id)!)
    return { age: createdAt, price: priceCents, name: nameKey }[order]
  }

  put(products: IndexedProduct[]) {
    for (let n = 0; n < products.length; n += mostAtOnce) this.#put(products.slice(n, n + mostAtOnce))
  }

  #put(products: IndexedProduct[]) {
    this.remove(products.map(({ id }) => id))
    const held = products.map((product) => {
      const number = this.#free.pop() ?? this.#products.length
      const { id, nameKey, priceCents } = product
      this.#numbers.set(id, number)
      this.#facets.set(number, product)
      this.#fits.set(number, product.fitKind ?? 'unsaid')
      this.#products[number] = { id, nameKey, priceCents, createdAt: Date.parse(product.createdAt) }
      return { number, places: this.#placesOf(product) }
    })
    this.#segments.add(Segment.of(held))
    for (const sorted of Object.values(this.#sorted)) sorted.add(held.map(({ number }) => number))
  }

  remove(ids: string[]) {
    const gone = ids.flatMap((id) => this.#numbers.get(id) ?? [])
    for (const sorted of Object.values(this.#sorted)) sorted.remove(gone)
    for (const number of gone) {
      this.#numbers.delete(this.#of(number).id)
      this.#facets.clear(number)
      this.#segments.drop(number)
    }
  }

  /** Groups of names of the same thing. */
  setSynonyms(groups: string[][]) {
    this.#synonyms = new Synonyms(groups)
    this.setKinds(this.#kindRows)
  }

  /** The categories, by whose names parts are called, too. */
  setKinds(kinds: Kind[]) {
    this.#kindRows = kinds
    this.#kinds = new Kinds(kinds, { vocabulary: this.#vocabulary, synonyms: this.#synonyms })
  }

  /** Products that cannot be ordered now. */
  setShort(ids: Iterable<string>) {
    const products = Array.from(ids, (id) => this.#numbers.get(id)).filter((number) => number !== undefined)
    this.#facets.setShort(products, this.#products.length)
  }

  /** What a search finds, before any filter; `first` are products that were found by their number. */
  select(q: string | undefined, first: string[] = []): Selected {
    const found = q ? this.#search(q) : { groups: [], missing: [] }
    return this.withFirst({ ...found, byNumber: [], isAll: !q && first.length === 0 }, first)
  }

  /** The same with these before the others. */
  withFirst(selected: Selected, first: string[]): Selected {
    return { ...selected, byNumber: first.flatMap((id) => this.#numbers.get(id) ?? []) }
  }

  /** The kinds of part that are near to a search, by their ids. */
  nearKinds(q: string) {
    return this.#kinds.near(conceptsOf(q, { vocabulary: this.#vocabulary, synonyms: this.#synonyms }))
  }

  /** What there is for some cars, given the parts that are listed for them. */
  selectForCars(listed: ReadonlySet<string>): Selected {
    const groups = [this.#fits.scoresFor(listed, this.#numbers)]
    return { groups, missing: [], byNumber: [], isAll: false }
  }

  find({ q, first, ...page }: IndexQuery) {
    return this.page(this.select(q, first), page)
  }

  /** One page of what is found, how many there are, and which words found nothing. */
  page(selected: Selected, { filter, order, descending = false, offset, limit }: IndexPage) {
    const { missing, isAll } = selected
    if (isAll && !filter)
      return { ids: this.#ofAll(order, { descending, offset, limit }), total: this.size, missing }
    const narrowed = filter && this.#narrowed(filter)
    const allowed = narrowed && this.#facets.matching(this.#sorted.age.numbers, narrowed)
    const groups = isAll ? [allowed!] : selected.groups.map((group) => within(group, allowed))
    const byNumber = selected.byNumber.filter((number) => !allowed || allowed[number])
    const scores = this.#withFirst(united(groups), byNumber)
    const most = offset + limit
    const found =
      order === 'relevance'
        ? interleaved(
            groups.map((group) => this.#mostRelevant(group, most, narrowed?.fits)),
            most,
          )
        : this.#inOrder(this.#sorted[order].numbers, { scores, descending, most })
    const ordered = order === 'relevance' ? [...new Set([...byNumber, ...found])].slice(0, most) : found
    return {
      ids: ordered.slice(offset).map((number) => this.#of(number).id),
      total: formatCount(scores),
      missing,
    }
  }

  /** By what the products found can be narrowed; categories are counted without any filter but the car. */
  facets({ groups, byNumber, isAll }: Selected, filter: Filter) {
    const products = this.#sorted.age.numbers
    const found = isAll ? undefined : this.#withFirst(united(groups), byNumber)
    const counted = { products, found, ...this.#narrowed(filter) }
    return { ...this.#facets.count(counted), categories: this.#facets.categories(counted) }
  }

  /** Whether a part is called so, by its own name or in the trade. */
  isNamed(word: string) {
    const alternatives = [[this.#vocabulary.sameWord(word)]]
    const isCalled = (worth: number) => worth >= worthOf(1, places.name)
    return (
      [...this.#kinds.worths({ alternatives }).values()].some(isCalled) ||
      this.#worthsOf({ alternatives }).some(isCalled) ||
      this.#synonyms.has(word)
    )
  }

  partsByAttribute() {
    return this.#facets.attributes(this.#sorted.age.numbers)
  }

  #narrowed(filter: Filter) {
    const fits = filter.fit && this.#fits.statesFor(filter.fit.parts, this.#numbers)
    return { filter, fits }
  }

  #withFirst(scores: Scores, byNumber: number[]) {
    if (byNumber.length === 0) return scores
    const all = scores.length > 0 ? scores : new Uint16Array(this.#products.length)
    for (const number of byNumber) all[number] ||= 1
    return all
  }

  /** Nothing before the page is looked at. */
  #ofAll(order: IndexOrder, { descending, offset, limit }: Required<Omit<IndexPage, 'filter' | 'order'>>) {
    const { numbers } = this.#sorted[order === 'relevance' ? 'age' : order]
    const end = numbers.length - offset
    const page = descending
      ? numbers.slice(Math.max(0, end - limit), Math.max(0, end)).reverse()
      : numbers.slice(offset, offset + limit)
    return Array.from(page, (number) => this.#of(number).id)
  }

  #search(q: string) {
    const dictionary = { vocabulary: this.#vocabulary, synonyms: this.#synonyms }
    const asked = conceptsOf(q, dictionary).map((concept) => this.#ask(concept))
    const things = this.#kinds.thingsIn(asked.map(({ concept }) => concept.word))
    const selection = select(asked, things, (some) =>
      some.map((one) => {
        const concept = withMistakes(one.concept, dictionary)
        return concept === one.concept ? one : this.#ask(concept)
      }),
    )
    for (const group of selection.groups) this.#preferNamed(searchable(q), group)
    return selection
  }

  #ask(concept: Concept): Asked {
    return { concept, worths: this.#worthsOf(concept) }
  }

  #worthsOf(concept: Pick<Concept, 'alternatives'>) {
    const byKind = this.#facets.worthsByCategory(this.#kinds.worths(concept), this.#products.length)
    return this.#segments.raise(concept, byKind)
  }

  /** Names that begin alike stand together. */
  #preferNamed(key: string, scores: Scores) {
    const { numbers } = this.#sorted.name
    for (
      let n = this.#sorted.name.firstNot((number) => this.#of(number).nameKey < key);
      n < numbers.length;
      n += 1
    ) {
      const number = numbers[n]!
      const nameKey = nameInKey(this.#of(number).nameKey)
      if (!nameKey.startsWith(key)) return
      if (!scores[number]) continue
      if (nameKey === key) scores[number] += nameIsExact
      else if (endsName.test(nameKey.slice(key.length))) scores[number] += nameBegins
    }
  }

  /** Of those that answer alike, what fits the car best comes first. */
  #mostRelevant(scores: Scores, most: number, fits?: Readonly<Uint8Array>) {
    const alike: number[][] = Array.from({ length: (bestScore + 1) * fitStates }, () => [])
    const { numbers } = this.#sorted.age
    for (let n = 0; n < numbers.length; n += 1) {
      const score = scores[numbers[n]!]!
      const same = alike[score * fitStates + (fits?.[numbers[n]!] ?? 0)]!
      if (score > 0 && same.length < most) same.push(numbers[n]!)
    }
    return alike.reverse().flat().slice(0, most)
  }

  #inOrder(
    numbers: Uint32Array,
    { scores, descending, most }: { scores: Scores; descending: boolean; most: number },
  ) {
    const found: number[] = []
    for (let n = 0; n < numbers.length && found.length < most; n += 1) {
      const number = numbers[descending ? numbers.length - 1 - n : n]!
      if (scores[number]) found.push(number)
    }
    return found
  }

  /** Of each word the best place where it stands. */
  #placesOf({ nameKey, searchText, brand = '' }: IndexedProduct) {
    const [head, beside] = partsOfName(nameInKey(nameKey))
    const found = new Map<number, TokenPlace>()
    const add = (text: string, place: TokenPlace) => {
      for (const word of wordsToIndex(text)) {
        const number = this.#vocabulary.numberOf(word, place > places.text)
        if ((found.get(number) ?? -1) < place) found.set(number, place)
      }
    }
    add(searchText, places.text)
    add(beside, places.beside)
    add(`${head} ${brand}`, places.name)
    const noun = nounOf(tokensOf(head.split(/[,(]/)[0]!).map(({ word }) => word))
    if (noun) found.set(this.#vocabulary.numberOf(noun, true), places.noun)
    return found
  }
  #of(number: number) {
    return this.#products[number]!
  }
  #byId(a: number, b: number) {
    return compared(this.#of(a).id, this.#of(b).id)
  }
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The first of each, then the second of each, none twice. */
function interleaved(lists: number[][], most: number) {
  const [first = []] = lists
  if (lists.length < 2) return first
  const merged = new Set<number>()
  for (let n = 0; n < most && merged.size < most; n += 1)
    for (const list of lists) {
      const number = list[n]
      if (number !== undefined) merged.add(number)
    }
  return [...merged].slice(0, most)
}

/** The same array, without what is not allowed. */
function within(scores: Scores, allowed: Scores | undefined) {
  if (allowed)
    for (let number = 0; number < scores.length; number += 1) if (!allowed[number]) scores[number] = 0
  return scores
}

function united(groups: Scores[]) {
  const [first = new Uint16Array(), ...others] = groups
  if (others.length === 0) return first
  const all = first.slice()
  for (const group of others)
    for (let number = 0; number < all.length; number += 1)
      if (group[number]! > all[number]!) all[number] = group[number]!
  return all
}

function formatCount(scores: Scores) {
  let total = 0
  for (let number = 0; number < scores.length; number += 1) if (scores[number]) total += 1
  return total
}

/** What a part is, and what comes with it or what it is made for. */
function partsOfName(name: string) {
  const [, head = name, beside = ''] = /^(.+?) (?:with|without|for|incl\.?|including) (.*)$/.exec(name) ?? []
  return [head, beside] as const
}
