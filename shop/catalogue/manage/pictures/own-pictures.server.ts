import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { claimImages, ownCopy } from '~/shop/images/claim.server.ts'
import type { ProductValues } from '../../fields/product-fields.ts'
import { picturesIn } from '../../pictures.ts'

type Pictures = Pick<ProductValues, 'image' | 'morePictures'>
type Sent = { image: string; morePictures?: string | undefined }
type Dependencies = { db: Db; config: Config; reach?: Reach | undefined }

/** Pictures from elsewhere as copies of our own; those that the product had already stay as they are. */
export async function picturesCopied(
  { image, morePictures, seen }: Sent & { seen?: Sent },
  { db, config, reach }: Dependencies,
) {
  const before = seen ? [seen.image, ...picturesIn(seen.morePictures ?? '')] : []
  const copied = (address: string, field: string) =>
    before.includes(address) ? address : ownCopy(db, address, config, { field, reach })
  const more = morePictures === undefined ? undefined : picturesIn(morePictures)
  return {
    image: await copied(image, 'image'),
    ...(more && {
      morePictures: (await Promise.all(more.map((address) => copied(address, 'morePictures')))).join('\n'),
    }),
  }
}

/** Called in the transaction that starts to show them. */
export async function claimPictures(tx: Tx, { image, morePictures }: Pictures) {
  await claimImages(tx, [image])
  await claimImages(tx, picturesIn(morePictures), 'morePictures')
}
