import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { toDollars } from '~/platform/money.ts'
import { manageRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { notesOnPictures } from '~/shop/images/picture-fetches.server.ts'
import type { WholeProduct } from '../contract.ts'
import { refuse } from '../contract.ts'
import { picturesOf } from '../pictures.ts'
import { onePageOfProducts } from '../product-pages.server.ts'
import type { ProductSearch } from '../search/search.server.ts'
import { manageContract } from './manage-contract.ts'
import { deleteProduct } from './manage-store.server.ts'
import { addProduct, editProduct, picturesCopied } from './save-product.server.ts'

type Dependencies = { database: Database; config: Config; search: ProductSearch; reach?: Reach | undefined }

/** What admins do with products. */
export const manageApi = ({ database, config, search, reach }: Dependencies) =>
  endpoints(manageRoutes, manageContract, {
    listManagedProducts: {
      access: 'catalogue',
      summary: 'One page of the products with ?page=, ?limit=, ?q=, ?sort= and ?stock=low or out',
      async handler({ query }) {
        const listed = await onePageOfProducts(database, search, query)
        return listed.withRows(await withNotes(database.db, listed.rows))
      },
    },
    addProduct: {
      access: 'catalogue',
      summary: 'Adds a product. Its name must be new',
      async handler({ body, caller }) {
        const copied = await picturesCopied(body, { db: database.db, config, reach })
        return { insertedId: await addProduct(database, caller, { ...body, ...copied }) }
      },
    },
    editProduct: {
      access: 'catalogue',
      summary:
        'Changes name, price, minimum, description, pictures and the rest, unless they differ from what was seen',
      async handler({ params, body, caller }) {
        const copied = await picturesCopied(body, { db: database.db, config, reach })
        return { modifiedCount: await editProduct(database, caller, params.id, { ...body, ...copied }) }
      },
    },
    deleteProduct: {
      access: 'catalogue',
      summary: 'Deletes a product. Orders keep its name, picture and price',
      handler: ({ params, caller }) =>
        database.change(['products'], async (tx) => {
          const deleted = await deleteProduct(tx, params.id)
          if (!deleted) throw refuse('unknown_product', { details: { deletedCount: 0 } })
          const { id: productId, product_name, price_cents, available_qty } = deleted
          await record(tx, caller, {
            what: 'product deleted',
            subject: product_name,
            details: { productId, price: toDollars(price_cents), availableQty: available_qty },
          })
          return { deletedCount: 1 }
        }),
    },
  })

async function withNotes(db: Db, products: WholeProduct[]) {
  const notes = await notesOnPictures(db, products.flatMap(picturesOf))
  return products.map((product) => {
    const pictureNote = picturesOf(product)
      .map((address) => notes.get(address))
      .find(Boolean)
    return pictureNote ? { ...product, pictureNote } : product
  })
}
