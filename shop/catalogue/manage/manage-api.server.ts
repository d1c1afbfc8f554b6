import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { toDollars } from '~/platform/money.ts'
import { manageRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { notesOnPictures } from '~/shop/images/picture-fetches.server.ts'
import type { WholeProduct } from '../contract.ts'
import { picturesOf } from '../pictures.ts'
import { onePageOfProducts } from '../product-pages.server.ts'
import type { ProductSearch } from '../search/search.server.ts'
import { oneProduct, productRow } from '../store.server.ts'
import { manageContract, refuse } from './manage-contract.ts'
import { deleteProduct, updateVisibility } from './manage-store.server.ts'
import { addProduct, editProduct, picturesCopied } from './save-product.server.ts'

type Dependencies = { database: Database; config: Config; search: ProductSearch; reach?: Reach | undefined }

/** What admins do with products. */
export const manageApi = ({ database, config, search, reach }: Dependencies) =>
  endpoints(manageRoutes, manageContract, {
    listManagedProducts: {
      access: 'catalogue',
      summary:
        'One page of the products, also of what is hidden, with ?page=, ?limit=, ?q=, ?sort=, ?stock=low or out and ?visibility=shown or hidden',
      async handler({ query }) {
        const listed = await onePageOfProducts(database, search, query)
        return listed.withRows(await withNotes(database.db, listed.rows))
      },
    },
    getManagedProduct: {
      access: 'catalogue',
      summary: 'One product, also one that is hidden',
      async handler({ params }) {
        const product = await oneProduct(database.db, params.id)
        if (!product) throw refuse('unknown_product')
        return product
      },
    },
    setVisibility: {
      access: 'catalogue',
      summary: 'Hides a product, which is not for sale from then on, or shows it',
      handler: ({ params, body: { visibility }, caller }) =>
        database.change(['products'], async (tx) => {
          const changed = await updateVisibility(tx, params.id, visibility)
          if (!changed && !(await productRow(tx, params.id))) throw refuse('unknown_product')
          if (!changed) return { modifiedCount: 0 }
          await record(tx, caller, {
            what: visibility === 'hidden' ? 'product hidden' : 'product shown',
            subject: changed.product_name,
            details: { productId: params.id },
          })
          return { modifiedCount: 1 }
        }),
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
