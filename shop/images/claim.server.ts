import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Config } from '~/shop/config.server.ts'
import { refuse } from './contract.ts'
import { idInAddress } from './rules.ts'
import { touchImage } from './store.server.ts'
import { storePictureFrom } from './store-picture.server.ts'

/** Whoever is about to show one of our pictures says so in the same transaction, so that it is not removed meanwhile. */
export async function claimImage(tx: Tx, address: string) {
  const id = idInAddress(address)
  if (!id || (await touchImage(tx, id))) return
  throw refuse('unknown_picture', { field: 'image' })
}

export async function claimImages(tx: Tx, addresses: string[]) {
  for (const address of new Set(addresses)) await claimImage(tx, address)
}

type Host = Pick<Config, 'imageHostUrl'>

/**
 * Pages show pictures of this shop and of its image host alone, so that no stranger learns who visits them. A picture
 * from elsewhere is copied; where that cannot be done, it is refused.
 */
export async function ownCopy(db: Db, address: string, { imageHostUrl }: Host, reach?: Reach) {
  if (isShown(address, imageHostUrl)) return address
  try {
    return await storePictureFrom(db, address, reach)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    throw new Refusal(422, error.reason, error.message, { image: error.message })
  }
}

/** Whether the policy of our pages lets a browser show it. */
export const isShown = (address: string, imageHostUrl: string | undefined) =>
  !/^https?:/i.test(address) ||
  (imageHostUrl !== undefined && new URL(address).origin === new URL(imageHostUrl).origin)
