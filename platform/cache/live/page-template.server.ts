import { createHash, randomInt } from 'node:crypto'
import type { Uncompressed } from '../compressed.server.ts'
import { Bodies, Compressed } from '../compressed.server.ts'
import { encodeChanging } from './encode-changing.server.ts'

/**
 * The numbers that stand for others while a page is rendered: of sixteen digits, which nobody can guess who writes a text
 * that the page shows.
 */
const first = (10 + randomInt(80)) * 1e14 + randomInt(1e9) * 1e5
const most = 1e5
const placeholder = new RegExp(`${String(first).slice(0, -5)}(\\d{5})`, 'g')

/** Hands out a number in the place of each that a page may show, by the id of what it is about. */
export class Placeholders {
  readonly ids: string[] = []
  readonly #numbers = new Map<string, number>()

  for(id: string) {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    if (this.ids.length === most) throw new Error('too many placeholders')
    const made = first + this.ids.push(id) - 1
    this.#numbers.set(id, made)
    return made
  }
}

type Answer = Omit<Uncompressed, 'text'>

/** A rendered page, cut where its placeholders are. Filled with numbers it is what would have been rendered with them. */
export class PageTemplate {
  readonly #answer: Answer
  #parts: Buffer[] = []
  readonly #places: string[] = []
  readonly #tag: Buffer
  readonly #encode: ReturnType<typeof encodeChanging>
  #last: { values: string; compressed: Compressed } | undefined

  constructor(html: string, { ids }: Placeholders, answer: Answer) {
    this.#answer = answer
    let at = 0
    for (const { 0: found, 1: n, index } of html.matchAll(placeholder)) {
      this.#parts.push(Buffer.from(html.slice(at, index)))
      this.#places.push(ids[Number(n)]!)
      at = index + found.length
    }
    this.#parts.push(Buffer.from(html.slice(at)))
    const hash = createHash('sha256')
    for (const part of this.#parts) hash.update(part).update('\0')
    this.#tag = hash.digest()
    this.#encode = encodeChanging(this.#parts[0]!.length)
  }

  get ids() {
    return new Set(this.#places)
  }

  /** Undefined when one of the numbers is not to be had. The same numbers are the same answer. */
  fill(numberOf: (id: string) => number | undefined): Compressed | undefined {
    const numbers = this.#places.map(numberOf)
    if (numbers.includes(undefined)) return undefined
    const values = numbers.join()
    if (this.#last?.values !== values) this.#last = { values, compressed: this.#filled(numbers.map(String)) }
    return this.#last.compressed
  }

  #filled(values: string[]) {
    const text = Buffer.concat(this.#parts.flatMap((part, n) => [part, Buffer.from(values[n] ?? '')]))
    // Views of the latest page, so that it is in memory once.
    let at = 0
    this.#parts = this.#parts.map(({ length }, n) => {
      const part = text.subarray(at, at + length)
      at += length + (values[n]?.length ?? 0)
      return part
    })
    const tag = createHash('sha256').update(this.#tag).update(values.join()).digest('base64url').slice(0, 22)
    return new Compressed(this.#answer, new Bodies(text, tag, (encoding) => this.#encode(encoding, text)))
  }
}
