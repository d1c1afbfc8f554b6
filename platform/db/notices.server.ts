import type { Topic } from '~/database/topics.ts'
import type { ChangeListener } from './database.server.ts'

/** PostgreSQL carries less than 8,000 bytes. */
const longestNotice = 7900

/** The rows that it was about, if that is known and they are few; `rows` says how many they were. */
type Change = { changed: readonly Topic[]; rows: number; touched?: readonly string[] }
type Notice = {
  from: string
  /** All topics: what a server of an earlier version reads. */
  changed: readonly Topic[]
  changes?: Change[]
}

export const readNotice = (payload = '{}'): Notice => ({ changed: [], ...JSON.parse(payload) })

/** Of each topic, in the words of the sender. */
export const changesIn = ({ changed, changes = [{ changed, rows: 0 }] }: Notice) => changes

export function noticeOf(from: string, changes: Change[]) {
  const changed = [...new Set(changes.flatMap((change) => change.changed))]
  const whole = JSON.stringify({ from, changed, changes } satisfies Notice)
  if (Buffer.byteLength(whole) < longestNotice) return whole
  const counted = changes.map((change) => ({ changed: change.changed, rows: change.rows }))
  return JSON.stringify({ from, changed, changes: counted } satisfies Notice)
}

/**
 * Sends one notice at a time; changes made meanwhile share the next. A notice inside each transaction would serialize all
 * commits of the database.
 */
export function createNotifier(send: (changes: Change[]) => Promise<void>) {
  let sending = Promise.resolve()
  let next: { changes: Map<string, Change>; sent: Promise<void> } | undefined

  return (...[changed, touched]: Parameters<ChangeListener>) => {
    if (!next) {
      const changes = new Map<string, Change>()
      sending = sending.then(() => {
        next = undefined
        return changes.size > 0 ? send([...changes.values()]) : undefined
      })
      next = { changes, sent: sending }
    }
    if (changed.length > 0) gather(next.changes, changed, touched)
    return next.sent
  }
}

/** Those of the same topics are one, of all rows if one of them is. */
function gather(changes: Map<string, Change>, changed: readonly Topic[], touched?: readonly string[]) {
  const key = changed.join()
  const before = changes.get(key)
  const rows = (before?.rows ?? 0) + (touched?.length ?? 0)
  const all = touched && (before ? before.touched && [...before.touched, ...touched] : touched)
  changes.set(key, { changed, rows, ...(all && { touched: all }) })
}
