import type { Database } from '~/platform/db/database.server.ts'
import { isDuplicate } from '~/platform/db/unique.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { requireAttributes } from '../attributes/store-attributes.server.ts'
import { requireCategory } from '../categories/store-categories.server.ts'
import { refuse } from '../contract.ts'
import type { Details } from '../fields/product-fields.ts'
import { changedFields, detailNames } from '../fields/product-fields.ts'
import { toProduct } from '../store.server.ts'
import { nameTaken, requirePayable } from './add-product.server.ts'
import type { EditProduct } from './manage-contract.ts'
import { updateDetails } from './manage-store.server.ts'
import { claimPictures } from './pictures/own-pictures.server.ts'

/** Two admins who edit the same product do not overwrite each other unknowingly: the later one is shown what is new. */
export const editProduct = (database: Database, by: Caller, id: string, { seen, ...input }: EditProduct) =>
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
const named = (input: Omit<EditProduct, 'seen'>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Details
