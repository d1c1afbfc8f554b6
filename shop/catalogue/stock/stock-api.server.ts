import type { Database } from '~/platform/db/database.server.ts'
import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { may } from '~/platform/roles.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { CatalogueContract, SetStock } from '../contract.ts'
import { refuse } from '../contract.ts'
import { oneProduct } from '../store.server.ts'
import { setStock } from './stock.server.ts'

/**
 * Stock moves with an order and with its cancellation. A client that reports it once more gets the real stock
 * back, and nothing else happens.
 */
export const stockEndpoints = (
  database: Database,
): Pick<Implementations<CatalogueContract>, 'setStock' | 'reportStock'> => ({
  setStock: {
    access: 'signed-in',
    summary: 'An admin sets the stock; for others nothing changes, and the answer tells the real stock',
    async handler({ params, body, caller }) {
      if (!may(caller.role, 'catalogue'))
        return { modifiedCount: 0, ...(await realStock(database, params.id)) }
      return restock(database, caller, params.id, body)
    },
  },
  reportStock: {
    access: 'signed-in',
    summary: 'Changes nothing: cancelling an order has already given its pieces back. Tells the real stock',
    handler: async ({ params }) => ({ modifiedCount: 0, ...(await realStock(database, params.id)) }),
  },
})

const restock = (database: Database, by: Caller, productId: string, { availableQty, seenQty }: SetStock) =>
  database.change(['products'], async (tx) => {
    const set = await setStock(database, tx, productId, { availableQty, byUser: by.userId })
    if (!set) throw refuse('unknown_product')
    const { modifiedCount, productName, from } = set
    if (seenQty !== undefined && seenQty !== from) {
      const availableNow = { availableQty: from }
      throw refuse('stock_changed', { values: availableNow, details: availableNow })
    }
    const details = { productId, from, to: availableQty }
    if (modifiedCount === 1) await record(tx, by, { what: 'stock set', subject: productName, details })
    return { modifiedCount, availableQty }
  })

async function realStock({ db }: Database, id: string) {
  const product = await oneProduct(db, id)
  if (!product) throw refuse('unknown_product')
  return { availableQty: product.availableQty }
}
