import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { claimImage } from '~/shop/images/claim.server.ts'
import { openStock } from '../stock/stock.server.ts'
import type { NewProduct } from './manage-contract.ts'
import { insertProduct } from './manage-store.server.ts'

export const addProduct = (database: Database, by: Caller, product: NewProduct) =>
  database.change(['products'], async (tx) => {
    await claimImage(tx, product.image)
    const inserted = await insertProduct(tx, product)
    if (!inserted) throw nameTaken(product.productName)
    await openStock(tx, { productId: inserted.id, quantity: product.availableQty }, by.userId)
    const { productName, priceCents, availableQty, orderQty } = product
    await record(tx, by, {
      what: 'product added',
      subject: productName,
      details: { productId: inserted.id, price: priceCents / 100, availableQty, orderQty },
    })
    return inserted.id
  })

export function nameTaken(productName: string) {
  const message = `There is already a product named “${productName}”. Choose another name.`
  return new Refusal(409, 'name_taken', message, { productName: message })
}
