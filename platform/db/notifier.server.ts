import type { Topic } from '~/database/topics.ts'

/**
 * Sends one notice at a time; changes made meanwhile share the next. A notice inside each transaction would serialize all
 * commits of the database.
 */
export function createNotifier(send: (changed: readonly Topic[]) => Promise<void>) {
  let sending = Promise.resolve()
  let next: { changed: Set<Topic>; sent: Promise<void> } | undefined

  return (changed: readonly Topic[]) => {
    if (!next) {
      const gathered = new Set<Topic>()
      sending = sending.then(() => {
        next = undefined
        return gathered.size > 0 ? send([...gathered]) : undefined
      })
      next = { changed: gathered, sent: sending }
    }
    for (const topic of changed) next.changed.add(topic)
    return next.sent
  }
}
