import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoint, WithTotal } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { toDollars } from '~/platform/money.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { ownCopy } from '~/shop/images/claim.server.ts'
import { Product } from '../contract.ts'
import { onePageOfProducts } from '../product-pages.server.ts'
import type { ProductSearch } from '../search/search.server.ts'
import { addProduct } from './add-product.server.ts'
import { editProduct } from './edit-product.server.ts'
import { EditProduct, ManageQuery, NewProduct } from './manage-contract.ts'
import { deleteProduct } from './manage-store.server.ts'

type Parts = { database: Database; config: Config; search: ProductSearch; reach?: Reach | undefined }

const byId = z.object({ id: z.string() })

/** What admins do with products. */
export const manageApi = ({ database, config, search, reach }: Parts) => [
  endpoint({
    method: 'GET',
    path: '/api/manage/services',
    who: 'admin',
    summary: 'One page of the products with ?page=, ?limit=, ?q=, ?sort= and ?stock=low or out',
    query: ManageQuery,
    answer: z.array(Product),
    async act({ query }) {
      const { missing: _, products, total, ...places } = await onePageOfProducts(database, search, query)
      return new WithTotal(products, total, places)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/services',
    who: 'admin',
    summary: 'Adds a product. Its name must be new',
    body: NewProduct,
    answer: z.object({ insertedId: z.string() }),
    async act({ body, caller }) {
      const image = await ownCopy(database.db, body.image, config, reach)
      return { insertedId: await addProduct(database, caller, { ...body, image }) }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/services/:id/details',
    who: 'admin',
    summary: 'Changes name, price, minimum, description and picture, unless they differ from what was seen',
    params: byId,
    body: EditProduct,
    answer: z.object({ modifiedCount: z.number().int() }),
    async act({ params, body, caller }) {
      const image =
        body.image === body.seen.image ? body.image : await ownCopy(database.db, body.image, config, reach)
      return { modifiedCount: await editProduct(database, caller, params.id, { ...body, image }) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/services/:id',
    who: 'admin',
    summary: 'Deletes a product. Orders keep its name, picture and price',
    params: byId,
    answer: z.object({ deletedCount: z.number().int() }),
    act: ({ params, caller }) =>
      database.change(['products'], async (tx) => {
        const deleted = await deleteProduct(tx, params.id)
        if (!deleted) throw noSuchProduct()
        const { id: productId, product_name, price_cents, available_qty } = deleted
        await record(tx, caller, {
          what: 'product deleted',
          subject: product_name,
          details: { productId, price: toDollars(price_cents), availableQty: available_qty },
        })
        return { deletedCount: 1 }
      }),
  }),
]

const noSuchProduct = () =>
  new Refusal(404, 'unknown_product', 'There is no such product.', undefined, { deletedCount: 0 })
