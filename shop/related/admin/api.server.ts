import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { manageRelatedRoutes } from '~/shop/admin-routes.ts'
import { oneProduct, productsByIds } from '~/shop/catalogue/store.server.ts'
import { relatedIds } from '../store.server.ts'
import type { ManagedRelated } from './contract.ts'
import { manageRelatedContract, refuse } from './contract.ts'
import { setRelatedParts } from './set-related.server.ts'

/** What an owner puts beside a part. */
export const manageRelatedApi = (database: Database) =>
  endpoints(manageRelatedRoutes, manageRelatedContract, {
    listRelatedParts: {
      access: 'catalogue',
      summary: 'The parts that the owner has put beside a part, those that customers do not see included',
      async handler({ params: { id } }) {
        if (!(await oneProduct(database.db, id))) throw refuse('unknown_product')
        return managedRelated(database.db, id)
      },
    },
    setRelatedParts: {
      access: 'catalogue',
      summary:
        'Puts these parts beside a part, in this order, and it beside each of them; those left out are apart again',
      async handler({ params: { id }, body, caller }) {
        await setRelatedParts(database, caller, id, body)
        return managedRelated(database.db, id)
      },
    },
  })

async function managedRelated(db: Db | Tx, id: string): Promise<ManagedRelated[]> {
  const products = await productsByIds(db, await relatedIds(db, [id]))
  return products.map(({ _id, productName, brand, image, visibility, availableQty }) => ({
    _id,
    productName,
    brand,
    image,
    isHidden: visibility === 'hidden',
    availableQty,
  }))
}
