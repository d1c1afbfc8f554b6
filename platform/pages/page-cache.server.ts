import type { Topic } from '~/database/topics.ts'
import { topics } from '~/database/topics.ts'
import type { Packed } from './packed.server.ts'

type Filled = { packed: Packed; shows: Iterable<Topic> }
type Versions = Map<Topic, number>
type Entry = { versions: Versions; filling: Promise<Packed>; packed?: Packed; bytes: number; freshAt: number }

/**
 * Public pages and lists, kept until something they show has changed. Parallel misses share one fill; a fill that
 * began before a change counts as stale when it ends. Bounded in entries and bytes; the oldest go first.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  /** Addresses as they were written, so that a known one need not be understood again. */
  readonly #keysByUrl = new Map<string, string>()
  readonly #versions: Versions = new Map(topics.map((topic) => [topic, 0]))
  #bytes = 0
  #drops = 0

  constructor(
    readonly maxEntries = 2000,
    readonly maxBytes = 64 * 1024 * 1024,
  ) {}

  /** What is kept and fresh for an address as it was written. */
  at(url: string): Packed | undefined {
    const key = this.#keysByUrl.get(url)
    const entry = key === undefined ? undefined : this.#entries.get(key)
    return entry?.packed && this.#isFresh(entry) ? entry.packed : undefined
  }

  get(url: string, key: string, fill: () => Promise<Filled>): Promise<Packed> {
    if (this.#keysByUrl.size > this.maxEntries) this.#keysByUrl.clear()
    this.#keysByUrl.set(url, key)
    const known = this.#entries.get(key)
    if (known && this.#isFresh(known)) return known.filling
    if (known) this.#forget(key, known)
    return this.#fill(key, fill)
  }

  drop(changed: readonly Topic[]) {
    this.#drops += 1
    for (const topic of changed) this.#versions.set(topic, this.#versions.get(topic)! + 1)
  }

  get size() {
    return { entries: this.#entries.size, bytes: this.#bytes }
  }

  #fill(key: string, fill: () => Promise<Filled>) {
    const filled = fill()
    const entry: Entry = {
      versions: new Map(this.#versions),
      filling: filled.then((f) => f.packed),
      bytes: 0,
      freshAt: -1,
    }
    this.#entries.set(key, entry)
    filled.then(
      ({ packed, shows }) => this.#keep(key, entry, packed, new Set(shows)),
      () => this.#forget(key, entry),
    )
    return entry.filling
  }

  #keep(key: string, entry: Entry, packed: Packed, shows: Set<Topic>) {
    if (this.#entries.get(key) !== entry) return
    if (packed.status !== 200) return this.#forget(key, entry)
    for (const topic of entry.versions.keys()) if (!shows.has(topic)) entry.versions.delete(topic)
    entry.packed = packed
    entry.bytes = packed.bytes
    this.#bytes += entry.bytes
    for (const [oldest, oldestEntry] of this.#entries) {
      if (this.#entries.size <= this.maxEntries && this.#bytes <= this.maxBytes) break
      this.#forget(oldest, oldestEntry)
    }
  }

  #forget(key: string, entry: Entry) {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  #isFresh(entry: Entry) {
    // Nothing at all was dropped since it was last looked at.
    if (entry.freshAt === this.#drops) return true
    for (const [topic, version] of entry.versions) if (this.#versions.get(topic) !== version) return false
    entry.freshAt = this.#drops
    return true
  }
}
