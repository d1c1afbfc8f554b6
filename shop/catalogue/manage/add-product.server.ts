import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { requireAttributes } from '../attributes/store-attributes.server.ts'
import { requireCategory } from '../categories/store-categories.server.ts'
import { refuse } from '../contract.ts'
import type { ProductValues } from '../fields/product-fields.ts'
import { unpayableSmallestOrder } from '../fields/smallest-order.ts'
import { openStock } from '../stock/stock.server.ts'
import { insertProduct } from './manage-store.server.ts'
import { claimPictures } from './pictures/own-pictures.server.ts'

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
