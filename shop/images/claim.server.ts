import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Config } from '~/shop/config.server.ts'
import { refuse } from './contract.ts'
import { idInAddress } from './rules.ts'
import { touchImage } from './store.server.ts'
import { storePictureFrom } from './store-picture.server.ts'

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
