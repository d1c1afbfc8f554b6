import type { Topic } from '~/database/topics.ts'
import { topics } from '~/database/topics.ts'
import { Refusal } from '~/platform/refusal.ts'
import { isAway, isBusy } from '../db/errors.server.ts'
import type { Compressed } from './compressed.server.ts'

type Filled = {
  compressed: Compressed
  topics: Iterable<Topic>
  /** The database did not answer, or had no room for one more, and `compressed` says so. */
  databaseAway?: boolean
  /** Whether the answer is cached: one with status 200, unless said. */
  isKept?: boolean
}
type Versions = Map<Topic, number>
type Entry = {
  versions: Versions
  filling: Promise<Compressed>
  compressed?: Compressed
  /** The last good answer, shown while the database is away. */
  older?: Compressed | undefined
  /** Set while `filling` is no fresh answer: from then on a new one is tried. */
  retryAt?: number
  bytes: number
  freshAt: number
  /** Which use of the cache was the last of this entry. */
  usedAt: number
}

/** As RFC 9211 has it: an older answer, because a new one could not be had. */
const staleNote = [
  'cache-status',
  'car-parts; fwd=stale; fwd-status=503; detail=database-unavailable',
] as const
const retryEveryMs = 1000

/**
 * Public pages and lists, cached until something they show has changed. Parallel misses share one fill; a fill that
 * began before a change counts as stale when it ends. While the database is away the last answer is given, with a
 * header that says so. Bounded in entries and bytes; the least recently used go first.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  /** Addresses as they were written, so that a known one need not be understood again. */
  readonly #keysByUrl = new Map<string, string>()
  readonly #versions: Versions = new Map(topics.map((topic) => [topic, 0]))
  #bytes = 0
  #drops = 0
  #uses = 0
  #renders = 0

  constructor(
    readonly maxEntries = 2000,
    readonly maxBytes = 64 * 1024 * 1024,
  ) {}

  /** The fresh response for an address as it was written, if it is cached. */
  at(url: string): Compressed | undefined {
    const key = this.#keysByUrl.get(url)
    const entry = key === undefined ? undefined : this.#entries.get(key)
    if (!entry?.compressed || !this.#isFresh(entry)) return undefined
    entry.usedAt = ++this.#uses
    return entry.compressed
  }

  /** Whether an answer is there or on its way, so that asking for it makes no work. */
  has(key: string) {
    const entry = this.#entries.get(key)
    return entry !== undefined && this.#isUsable(entry)
  }

  get(url: string, key: string, fill: () => Promise<Filled>): Promise<Compressed> {
    if (this.#keysByUrl.size > this.maxEntries) this.#keysByUrl.clear()
    this.#keysByUrl.set(url, key)
    const known = this.#entries.get(key)
    if (!known || !this.#isUsable(known)) return this.#fill(key, fill, known)
    known.usedAt = ++this.#uses
    return known.filling
  }

  drop(changed: readonly Topic[]) {
    this.#drops += 1
    for (const topic of changed) this.#versions.set(topic, this.#versions.get(topic)! + 1)
  }

  get size() {
    return { entries: this.#entries.size, bytes: this.#bytes }
  }

  /** How many answers were made since the start, because nothing fresh was there. */
  get renders() {
    return this.#renders
  }

  #fill(key: string, fill: () => Promise<Filled>, before?: Entry) {
    this.#renders += 1
    const older = before?.compressed ?? before?.older
    const entry = {
      versions: new Map(this.#versions),
      older,
      bytes: before?.bytes ?? 0,
      freshAt: -1,
      usedAt: ++this.#uses,
    } as Entry
    this.#entries.set(key, entry)
    entry.filling = this.#settle(key, entry, fill())
    return entry.filling
  }

  async #settle(key: string, entry: Entry, filled: Promise<Filled>) {
    try {
      const { compressed, topics, databaseAway, isKept = compressed.status === 200 } = await filled
      if (databaseAway && entry.older) return this.#showOlder(entry, entry.older)
      if (isKept) this.#keep(key, entry, compressed, new Set(topics))
      else this.#fail(key, entry, compressed.status)
      return compressed
    } catch (error) {
      if ((isAway(error) || isBusy(error)) && entry.older) return this.#showOlder(entry, entry.older)
      this.#fail(key, entry, error instanceof Refusal ? error.status : 500)
      throw error
    }
  }

  #showOlder(entry: Entry, older: Compressed) {
    entry.retryAt = Date.now() + retryEveryMs
    return older.with(...staleNote)
  }

  /** A fault passes, and then the older response may still be wanted; what is gone for good is evicted. */
  #fail(key: string, entry: Entry, status: number) {
    if (status >= 500 && entry.older) entry.retryAt = 0
    else this.#evict(key, entry)
  }

  #keep(key: string, entry: Entry, compressed: Compressed, topics: Set<Topic>) {
    if (this.#entries.get(key) !== entry) return
    for (const topic of entry.versions.keys()) if (!topics.has(topic)) entry.versions.delete(topic)
    this.#bytes += compressed.bytes - entry.bytes
    entry.compressed = compressed
    entry.older = undefined
    entry.bytes = compressed.bytes
    entry.usedAt = ++this.#uses
    compressed.onGrown((bytes) => this.#grow(key, compressed, bytes))
    this.#makeRoom()
  }

  /** Also while it is the older one of an entry whose next one is being made. */
  #grow(key: string, compressed: Compressed, bytes: number) {
    const entry = this.#entries.get(key)
    if (entry?.compressed !== compressed && entry?.older !== compressed) return
    entry.bytes += bytes
    this.#bytes += bytes
    this.#makeRoom()
  }

  #makeRoom() {
    while (this.#entries.size > this.maxEntries || this.#bytes > this.maxBytes) this.#evictLeastUsed()
  }

  #evict(key: string, entry: Entry) {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  /** Looked for only when there is no room, so that a hit costs one number: moving it in the map would cost far more. */
  #evictLeastUsed() {
    let least: [string, Entry] | undefined
    for (const one of this.#entries) if (!least || one[1].usedAt < least[1].usedAt) least = one
    if (least) this.#evict(...least)
  }

  #isUsable(entry: Entry) {
    return entry.retryAt === undefined ? this.#isFresh(entry) : Date.now() < entry.retryAt
  }

  #isFresh(entry: Entry) {
    // Nothing at all was dropped since it was last looked at.
    if (entry.freshAt === this.#drops) return true
    for (const [topic, version] of entry.versions) if (this.#versions.get(topic) !== version) return false
    entry.freshAt = this.#drops
    return true
  }
}
