import type { Database } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import { hours } from '~/platform/time.ts'
import { addressOfImage, idInAddress } from './rules.ts'
import { deleteUnused, imagesBefore, markAsPermanent } from './store.server.ts'

const idsPerStatement = 200

/** The pictures that other areas show, by address. */
export type ShownPictures = {
  /** Those shown now whose address matches the pattern. */
  now(pattern: string): Promise<string[]>
  /** Those of these that are shown for good; checked once for each, because it takes long. */
  forGood(addresses: string[]): Promise<Set<string>>
}

export const deletingUnusedImages = (database: Database, shown: ShownPictures): PeriodicWork => ({
  name: 'deleting unused pictures',
  everyMs: hours(1),
  work: () => deleteUnusedImages(database, shown),
})

/** Deletes pictures uploaded more than a day ago that nothing shows: their form was never sent. */
export async function deleteUnusedImages({ db }: Database, shown: ShownPictures, now = Date.now()) {
  const before = new Date(now - hours(24)).toISOString()
  const old = await imagesBefore(db, before)
  if (old.length === 0) return
  const shownNow = new Set(await shown.now(addressOfImage('%')))
  const unused = new Set(old.map(addressOfImage).filter((address) => !shownNow.has(address)))
  if (unused.size === 0) return
  for (const address of await shown.forGood([...unused])) {
    await markAsPermanent(db, address)
    unused.delete(address)
  }
  const ids = [...unused].map((address) => idInAddress(address)!)
  for (let i = 0; i < ids.length; i += idsPerStatement)
    await deleteUnused(db, ids.slice(i, i + idsPerStatement), before)
}
