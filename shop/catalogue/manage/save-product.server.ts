import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { isDuplicate } from '~/platform/db/errors.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { claimImages, ownCopy } from '~/shop/images/claim.server.ts'
import { requireAttributes } from '../attributes/store-attributes.server.ts'
import { requireCategory } from '../categories/store-categories.server.ts'
import type { Details, ProductValues } from '../fields/product-fields.ts'
import { changedFields, detailNames } from '../fields/product-fields.ts'
import { picturesIn } from '../pictures.ts'
import { openStock } from '../stock/stock.server.ts'
import { toProduct } from '../store.server.ts'
import type { EditedProduct } from './manage-contract.ts'
import { refuse, unpayableSmallestOrder } from './manage-contract.ts'
import { insertProduct, updateDetails } from './manage-store.server.ts'

export const addProduct = (database: Database, by: Caller, input: ProductValues) =>
  database.change(['products'], async (tx) => {
    requirePayable(input)
    const product = { ...input, attributes: await requireAttributes(tx, input.attributes) }
    await requireCategory(database, tx, product.category)
    await claimPictures(tx, product)
    const inserted = await insertProduct(tx, product)
    if (!inserted) throw nameTaken(product.productName)
    await openStock(tx, { productId: inserted.id, quantity: product.availableQty }, by.userId)
    await record(tx, by, {
      what: 'product added',
      subject: product.productName,
      details: addedDetails(inserted.id, product),
    })
    return inserted.id
  })

/** What the audit trail says about a new product. */
export const addedDetails = (productId: string, { price, availableQty, orderQty }: ProductValues) => ({
  productId,
  price,
  availableQty,
  orderQty,
})

/** Of a product that was there before, only when that changes. */
export function requirePayable(after: ProductValues, before?: ProductValues) {
  const amount = unpayableSmallestOrder(after, before)
  if (amount) throw refuse('smallest_order', { field: 'price', values: { amount } })
}

export const nameTaken = (productName: string) =>
  refuse('name_taken', { field: 'productName', values: { productName } })

/** Two admins who edit the same product do not overwrite each other unknowingly: the later one is shown what is new. */
export const editProduct = (database: Database, by: Caller, id: string, { seen, ...input }: EditedProduct) =>
  database
    .change(['products'], async (tx) => {
      const row = await database
        .locking(tx.selectFrom('products').selectAll().where('id', '=', id))
        .executeTakeFirst()
      if (!row) throw refuse('unknown_product')
      const before = toProduct(row)
      if (Object.keys(changedFields(detailNames, seen, before)).length > 0)
        throw refuse('changed_meanwhile', { details: { product: before } })
      const after = { ...before, ...named(input) }
      requirePayable(after, before)
      if (after.attributes !== before.attributes)
        after.attributes = await requireAttributes(tx, after.attributes)
      const changed = changedFields(detailNames, before, after)
      if (Object.keys(changed).length === 0) return 0
      if (changed.category) await requireCategory(database, tx, after.category)
      if (changed.image || changed.morePictures) await claimPictures(tx, after)
      await updateDetails(tx, row, after)
      await record(tx, by, {
        what: 'product edited',
        subject: subjectOf(before.productName, after.productName),
        details: { productId: id, ...changed },
      })
      return 1
    })
    .catch((error) => {
      throw isDuplicate(error) ? nameTaken(input.productName!) : error
    })

/** A renamed product is found in the audit trail by both of its names. */
export const subjectOf = (before: string, after: string) =>
  before === after ? before : `${before} → ${after}`

/** Without those that the client did not name. */
const named = (input: Omit<EditedProduct, 'seen'>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Details

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
async function claimPictures(tx: Tx, { image, morePictures }: Pictures) {
  await claimImages(tx, [image])
  await claimImages(tx, picturesIn(morePictures), 'morePictures')
}
