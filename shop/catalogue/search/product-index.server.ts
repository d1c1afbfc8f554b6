import { searchable } from '../rules.ts'
import type { Scores } from './segment.server.ts'
import { bestWord, Segment } from './segment.server.ts'
import { Segments } from './segments.server.ts'
import { Sorted } from './sorted.server.ts'
import type { Answer } from './vocabulary.server.ts'
import { isWordly, Vocabulary } from './vocabulary.server.ts'

export type IndexedProduct = {
  id: string
  /** The name as it is compared. */
  nameKey: string
  /** Name and description as they are searched. */
  searchText: string
  priceCents: number
  createdAt: string
}
export type IndexOrder = 'relevance' | 'age' | 'price' | 'name'
export type IndexWish = {
  /** Without it, all products are meant. */
  q?: string | undefined
  order: IndexOrder
  descending?: boolean
  offset: number
  limit: number
}

const nameBegins = 200
const nameIsExact = 400
/** More words than these tell nothing more. */
const mostWords = 12
const bestScore = nameIsExact + mostWords * bestWord

/** The words of all products in memory: a hundred thousand products are some tens of megabytes. */
export class ProductIndex {
  readonly #vocabulary = new Vocabulary()
  /** Every product has a number while it is as it is; a changed one gets a new number. */
  readonly #numbers = new Map<string, number>()
  readonly #products: { id: string; nameKey: string; priceCents: number; createdAt: number }[] = []
  readonly #free: number[] = []
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

  put(products: IndexedProduct[]) {
    this.remove(products.map(({ id }) => id))
    const held = products.map((product) => {
      const number = this.#free.pop() ?? this.#products.length
      const { id, nameKey, priceCents } = product
      this.#numbers.set(id, number)
      this.#products[number] = { id, nameKey, priceCents, createdAt: Date.parse(product.createdAt) }
      return { number, inName: this.#wordsOf(nameKey), inText: this.#wordsOf(product.searchText) }
    })
    if (held.length === 0) return
    this.#segments.add(Segment.of(held))
    for (const sorted of Object.values(this.#sorted)) sorted.add(held.map(({ number }) => number))
  }

  remove(ids: string[]) {
    const gone = ids.flatMap((id) => this.#numbers.get(id) ?? [])
    for (const sorted of Object.values(this.#sorted)) sorted.remove(gone)
    for (const number of gone) {
      this.#numbers.delete(this.#of(number).id)
      this.#segments.drop(number)
    }
  }

  /** One page of what is found, and how many there are. */
  find({ q, order, descending = false, offset, limit }: IndexWish) {
    if (!q) return { ids: this.#ofAll(order, { descending, offset, limit }), total: this.size }
    const { scores, total } = this.#search(searchable(q))
    const found =
      order === 'relevance'
        ? this.#mostRelevant(scores, offset + limit)
        : this.#inOrder(this.#sorted[order].numbers, { scores, descending, most: offset + limit })
    return { ids: found.slice(offset).map((number) => this.#of(number).id), total }
  }

  /** Nothing before the page is looked at. */
  #ofAll(order: IndexOrder, { descending, offset, limit }: Required<Omit<IndexWish, 'q' | 'order'>>) {
    const { numbers } = this.#sorted[order === 'relevance' ? 'age' : order]
    const end = numbers.length - offset
    const page = descending
      ? numbers.slice(Math.max(0, end - limit), Math.max(0, end)).reverse()
      : numbers.slice(offset, offset + limit)
    return Array.from(page, (number) => this.#of(number).id)
  }

  #search(key: string) {
    const words = [...new Set(key.split(' '))].slice(0, mostWords)
    const certain = words.map((word) => this.#vocabulary.answering(word))
    const taken = words.map((word, n) => certain[n] ?? this.#vocabulary.perhapsAnswering(word))
    const result = this.#holdingAll(taken, key)
    if (result.total > 0 || certain.every((answer) => !answer)) return result
    // Words are known, but no product has them all: one of them may be a mistake for another.
    const perhaps = words.map((word) => this.#vocabulary.perhapsAnswering(word))
    const isMore = perhaps.some(({ holders }, n) => holders > taken[n]!.holders)
    return isMore ? this.#holdingAll(perhaps, key) : result
  }

  /** A score for each product that holds all words, else 0. */
  #holdingAll(answers: Answer[], key: string) {
    const scores = this.#segments.score(answers, this.#products.length)
    let total = 0
    for (let number = 0; number < scores.length; number += 1) if (scores[number]) total += 1
    if (total > 0) this.#preferNamed(key, scores)
    return { scores, total }
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
      const { nameKey } = this.#of(number)
      if (!nameKey.startsWith(key)) return
      if (!scores[number]) continue
      if (nameKey === key) scores[number] += nameIsExact
      else if (!isWordly(nameKey.charCodeAt(key.length))) scores[number] += nameBegins
    }
  }

  #mostRelevant(scores: Scores, most: number) {
    const alike: number[][] = Array.from({ length: bestScore + 1 }, () => [])
    const { numbers } = this.#sorted.age
    for (let n = 0; n < numbers.length; n += 1) {
      const score = scores[numbers[n]!]!
      if (score > 0 && alike[score]!.length < most) alike[score]!.push(numbers[n]!)
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

  #wordsOf(text: string) {
    return new Set(text.split(' ').map((word) => this.#vocabulary.take(word)))
  }
  #of(number: number) {
    return this.#products[number]!
  }
  #byId(a: number, b: number) {
    return compared(this.#of(a).id, this.#of(b).id)
  }
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
