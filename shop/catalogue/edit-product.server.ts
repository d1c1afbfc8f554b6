import type { ProductRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/http/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { claimImage } from '~/shop/images/claim.server.ts'
import type { EditProduct } from './manage-contract.ts'
import { updateDetails } from './manage-store.server.ts'
import { toProduct } from './store.server.ts'

type Details = { price: number; orderQty: number; productDescription: string; image: string }
const compared = ['price', 'orderQty', 'productDescription', 'image'] as const

/** Two admins who edit the same product do not overwrite each other unknowingly: the later one is shown what is new. */
export const editProduct = (database: Database, by: Caller, id: string, { seen, ...wish }: EditProduct) =>
  database.change(['products'], async (tx) => {
    const row = await database
      .locking(tx.selectFrom('products').selectAll().where('id', '=', id))
      .executeTakeFirst()
    if (!row) throw new Refusal(404, 'unknown_product', 'There is no such product.')
    const before = toProduct(row)
    if (Object.keys(changes(seen, before)).length > 0) throw changedMeanwhile(row)
    const { price: priceCents, ...rest } = wish
    const changed = changes(before, { ...rest, price: priceCents / 100 })
    if (Object.keys(changed).length === 0) return 0
    if (changed.image) await claimImage(tx, wish.image)
    await updateDetails(tx, id, { ...rest, priceCents, productName: row.product_name })
    await record(tx, by, {
      what: 'product edited',
      subject: row.product_name,
      details: { productId: id, ...changed },
    })
    return 1
  })

export function changes(before: Details, after: Details) {
  const changed: Record<string, { from: unknown; to: unknown }> = {}
  for (const field of compared)
    if (before[field] !== after[field]) changed[field] = { from: before[field], to: after[field] }
  return changed
}

const changedMeanwhile = (row: ProductRow) =>
  new Refusal(
    409,
    'changed_meanwhile',
    'Somebody else has changed this product since you opened it. Look at the new values and save again.',
    undefined,
    { product: toProduct(row) },
  )
