import type { Database } from '~/platform/db/database.server.ts'
import { hours } from '~/platform/time.ts'
import { addressOfImage, idInAddress } from './rules.ts'
import { deleteUnused, imagesBefore, keepForGood } from './store.server.ts'

const atOnce = 200

/** What other areas show of our pictures, by their addresses. */
export type ShownPictures = {
  /** Shown now, of those whose address is like the pattern. */
  now(pattern: string): Promise<string[]>
  /** Shown for good, of these; asked once about each, because it takes long. */
  forGood(addresses: string[]): Promise<Set<string>>
}

/** A picture that was sent in a day ago and that nobody shows was a form left halfway. */
export async function deleteUnusedImages({ db }: Database, shown: ShownPictures, now = Date.now()) {
  const before = new Date(now - hours(24)).toISOString()
  const old = await imagesBefore(db, before)
  if (old.length === 0) return
  const shownNow = new Set(await shown.now(addressOfImage('%')))
  const unseen = new Set(old.map(addressOfImage).filter((address) => !shownNow.has(address)))
  if (unseen.size === 0) return
  for (const address of await shown.forGood([...unseen])) {
    await keepForGood(db, address)
    unseen.delete(address)
  }
  const ids = [...unseen].map((address) => idInAddress(address)!)
  for (let i = 0; i < ids.length; i += atOnce) await deleteUnused(db, ids.slice(i, i + atOnce), before)
}
