import { searchable } from '../rules.ts'
import { Segment } from './segment.server.ts'
import { Segments } from './segments.server.ts'
import { Sorted } from './sorted.server.ts'
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
type Scores = Uint16Array

const nameBegins = 200
const nameIsExact = 400
/** More words than these tell nothing more. */
const mostWords = 12

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
    const result = this.#holdingAll(
      words.map((word, n) => certain[n] ?? this.#vocabulary.perhapsAnswering(word)),
      key,
    )
    if (result.total > 0 || certain.every((answer) => !answer)) return result
    // Words are known, but no product has them all: one of them may be a mistake for another.
    return this.#holdingAll(
      words.map((word) => this.#vocabulary.perhapsAnswering(word)),
      key,
    )
  }

  /** A score for each product that holds all words, else 0. */
  #holdingAll(answers: Uint8Array[], key: string) {
    const scores: Scores = new Uint16Array(this.#products.length)
    for (const [n, answer] of answers.entries()) {
      const worth = this.#segments.weigh(answer, scores.length)
      for (let number = 0; number < scores.length; number += 1)
        scores[number] = worth[number] && (n === 0 || scores[number]) ? scores[number]! + worth[number]! : 0
    }
    let total = 0
    for (let number = 0; number < scores.length; number += 1) {
      if (scores[number] === 0) continue
      total += 1
      const { nameKey } = this.#of(number)
      if (nameKey === key) scores[number]! += nameIsExact
      else if (nameKey.startsWith(key) && !isWordly(nameKey.charCodeAt(key.length)))
        scores[number]! += nameBegins
    }
    return { scores, total }
  }

  #mostRelevant(scores: Scores, most: number) {
    const alike = new Map<number, number[]>()
    for (const number of this.#sorted.age.numbers) {
      const score = scores[number]!
      if (score === 0) continue
      const others = alike.get(score)
      if (!others) alike.set(score, [number])
      else if (others.length < most) others.push(number)
    }
    const best = [...alike.keys()].sort((a, b) => b - a)
    return best.flatMap((score) => alike.get(score)!).slice(0, most)
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
    return new Set(text.split(' ').map((word) => this.#vocabulary.numberOf(word)))
  }
  #of(number: number) {
    return this.#products[number]!
  }
  #byId(a: number, b: number) {
    return compared(this.#of(a).id, this.#of(b).id)
  }
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
