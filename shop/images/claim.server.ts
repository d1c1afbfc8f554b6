import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { hours } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import { refuse } from './contract.ts'
import { addressOfImage, idInAddress } from './rules.ts'
import { deleteUnused, imagesBefore, markAsPermanent, storePictureFrom, touchImage } from './store.server.ts'

/** Called in the transaction that starts to show pictures of ours, so that the cleanup does not delete them. */
export async function claimImages(tx: Tx, addresses: string[], field = 'image') {
  for (const address of new Set(addresses)) {
    const id = idInAddress(address)
    if (id && !(await touchImage(tx, id))) throw refuse('unknown_picture', { field })
  }
}

type Host = Pick<Config, 'imageHostUrl'>

/**
 * Pages show only pictures of this shop and of its image host, so that no other host learns who visits them. A picture
 * from elsewhere is copied, now or later; what can never be copied is refused.
 */
export async function ownCopy(
  db: Db,
  address: string,
  { imageHostUrl }: Host,
  { field = 'image', reach }: { field?: string; reach?: Reach | undefined },
) {
  if (isShown(address, imageHostUrl)) return address
  try {
    const { url } = await storePictureFrom(db, address, reach)
    return url
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    throw new Refusal(422, error.reason, error.message, { [field]: error.message })
  }
}

/** Whether the content policy allows pages to show it. */
export const isShown = (address: string, imageHostUrl: string | undefined) =>
  !/^https?:/i.test(address) ||
  (imageHostUrl !== undefined && new URL(address).origin === new URL(imageHostUrl).origin)

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
