import type { Topic } from '~/database/topics.ts'
import { topics } from '~/database/topics.ts'
import { Refusal } from '~/platform/refusal.ts'
import { isAway, isBusy } from '../db/errors.server.ts'
import type { Compressed } from './compressed.server.ts'
import type { LiveNumbers } from './live/live-numbers.ts'
import type { PageTemplate } from './live/page-template.server.ts'

type Filled = {
  compressed: Compressed
  topics: Iterable<Topic>
  /** `compressed` is this page filled with live numbers, whose topic is no reason to make it again. */
  template?: PageTemplate | undefined
  /** Of the live numbers, when what is filled was begun: the last of several tries. */
  states?: number
  /** The database did not answer, or had no room for one more, and `compressed` says so. */
  databaseAway?: boolean
  /** Whether the answer is cached: one with status 200, unless said. */
  isKept?: boolean
}
type Versions = Map<Topic, number>
type Entry = {
  key: string
  versions: Versions
  filling: Promise<Compressed>
  compressed?: Compressed
  template?: PageTemplate | undefined
  /** Of the live numbers, when the page was begun; undefined for what does not depend on them. */
  states?: number | undefined
  /** Which version of the live numbers `compressed` shows. */
  filledWith?: number
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
 * header that says so. Bounded in entries and bytes; the least recently used go first. A page with live numbers stays
 * when these change, and is filled with the new ones.
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
    readonly live?: LiveNumbers,
  ) {}

  /** The fresh response for an address as it was written, if it is cached; a promise where numbers are to be read first. */
  at(url: string): Compressed | Promise<Compressed | undefined> | undefined {
    const key = this.#keysByUrl.get(url)
    const entry = key === undefined ? undefined : this.#entries.get(key)
    if (!entry?.compressed || !this.#isFresh(entry)) return undefined
    entry.usedAt = ++this.#uses
    return entry.template ? this.#withNumbers(entry) : entry.compressed
  }

  /** Whether an answer is there or on its way, so that asking for it makes no work. */
  has(key: string) {
    const entry = this.#entries.get(key)
    return entry !== undefined && this.#isUsable(entry)
  }

  /** What is filled with live numbers may wait for a rendering that began before these have changed. */
  async get(
    url: string,
    key: string,
    fill: () => Promise<Filled>,
    { isLive = false } = {},
  ): Promise<Compressed> {
    if (this.#keysByUrl.size > this.maxEntries) this.#keysByUrl.clear()
    this.#keysByUrl.set(url, key)
    const known = this.#entries.get(key)
    if (!known || !this.#isUsable(known)) return this.#fill(key, fill, { before: known, isLive })
    known.usedAt = ++this.#uses
    const filled = await known.filling
    const again = () => this.get(url, key, fill, { isLive })
    if (known.template) return (await this.#withNumbers(known)) ?? again()
    // What was waited for became a page without placeholders, and may be from before this request.
    return isLive && known.retryAt === undefined && !this.#isFresh(known) ? again() : filled
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

  #fill(
    key: string,
    fill: () => Promise<Filled>,
    { before, isLive }: { before: Entry | undefined; isLive: boolean },
  ) {
    this.#renders += 1
    const older = before?.compressed ?? before?.older
    const entry = {
      key,
      versions: new Map(this.#versions),
      states: isLive ? this.live?.states : undefined,
      older,
      bytes: before?.bytes ?? 0,
      freshAt: -1,
      usedAt: ++this.#uses,
    } as Entry
    this.#entries.set(key, entry)
    entry.filling = this.#settle(entry, fill())
    return entry.filling
  }

  async #settle(entry: Entry, filled: Promise<Filled>) {
    try {
      const made = await filled
      const { compressed, databaseAway, isKept = compressed.status === 200 } = made
      if (databaseAway && entry.older) return this.#showOlder(entry, entry.older)
      if (isKept) this.#keep(entry, made)
      else this.#fail(entry, compressed.status)
      return compressed
    } catch (error) {
      if ((isAway(error) || isBusy(error)) && entry.older) return this.#showOlder(entry, entry.older)
      this.#fail(entry, error instanceof Refusal ? error.status : 500)
      throw error
    }
  }

  #showOlder(entry: Entry, older: Compressed) {
    entry.retryAt = Date.now() + retryEveryMs
    return older.with(...staleNote)
  }

  /** A fault passes, and then the older response may still be wanted; what is gone for good is evicted. */
  #fail(entry: Entry, status: number) {
    if (status >= 500 && entry.older) entry.retryAt = 0
    else this.#evict(entry)
  }

  #keep(entry: Entry, { compressed, template, ...filled }: Filled) {
    if (!this.#isCurrent(entry)) return
    const topics = new Set(filled.topics)
    for (const topic of entry.versions.keys()) if (!topics.has(topic)) entry.versions.delete(topic)
    entry.template = template
    entry.states = template && (filled.states ?? entry.states)
    // What it depends on is known only now.
    entry.freshAt = -1
    entry.older = undefined
    entry.usedAt = ++this.#uses
    this.#show(entry, compressed)
  }

  #show(entry: Entry, compressed: Compressed) {
    this.#bytes += compressed.bytes - entry.bytes
    entry.bytes = compressed.bytes
    entry.compressed = compressed
    compressed.onGrown((more) => this.#grow(entry.key, compressed, more))
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

  /** Undefined when it must be rendered again: for another state of things, or because the numbers cannot be read. */
  #withNumbers(entry: Entry) {
    const live = this.live!
    if (live.isFresh) return this.#filled(entry, live)
    return live.fresh().then(
      () => this.#filled(entry, live),
      () => outdated(entry),
    )
  }

  #filled(entry: Entry, live: LiveNumbers) {
    if (entry.states !== live.states) return undefined
    if (entry.filledWith === live.version) return entry.compressed
    const compressed = entry.template!.fill((id) => live.get(id))
    if (!compressed) return outdated(entry)
    entry.filledWith = live.version
    if (compressed !== entry.compressed && this.#isCurrent(entry)) this.#show(entry, compressed)
    return compressed
  }

  #makeRoom() {
    while (this.#entries.size > this.maxEntries || this.#bytes > this.maxBytes) this.#evictLeastUsed()
  }

  #isCurrent(entry: Entry) {
    return this.#entries.get(entry.key) === entry
  }

  #evict(entry: Entry) {
    if (!this.#isCurrent(entry)) return
    this.#entries.delete(entry.key)
    this.#bytes -= entry.bytes
  }

  /** Looked for only when there is no room, so that a hit costs one number: moving it in the map would cost far more. */
  #evictLeastUsed() {
    let least: Entry | undefined
    for (const one of this.#entries.values()) if (!least || one.usedAt < least.usedAt) least = one
    if (least) this.#evict(least)
  }

  #isUsable(entry: Entry) {
    return entry.retryAt === undefined ? this.#isFresh(entry) : Date.now() < entry.retryAt
  }

  #isFresh(entry: Entry) {
    const isLive = entry.states !== undefined
    if (isLive && entry.states !== this.live!.states) return false
    // Nothing at all was dropped since it was last looked at.
    if (entry.freshAt === this.#drops) return true
    for (const [topic, version] of entry.versions)
      if (this.#versions.get(topic) !== version && !(isLive && topic === this.live!.topic)) return false
    entry.freshAt = this.#drops
    return true
  }
}

function outdated(entry: Entry) {
  entry.states = Number.NaN
  return undefined
}
