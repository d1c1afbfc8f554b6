import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/http/refusal.ts'
import { StockWish } from './contract.ts'
import { setStock } from './stock.server.ts'
import { oneProduct } from './store.server.ts'

const byId = z.object({ id: z.string() })
const RealStock = z.object({ modifiedCount: z.number().int(), availableQty: z.number().int() })

/**
 * Stock moves with an order and with its cancellation. A browser that reports it once more is told what is really on
 * the shelf, and nothing else happens.
 */
export const stockApi = (database: Database) => [
  endpoint({
    method: 'PUT',
    path: '/api/services/:id',
    who: 'signed-in',
    summary: 'An admin sets the stock; for others nothing changes, and the answer tells the real stock',
    params: byId,
    body: StockWish,
    answer: RealStock,
    async act({ params, body, caller }) {
      if (!caller.admin) return { modifiedCount: 0, ...(await realStock(database, params.id)) }
      const wish = { availableQty: body.availableQty, byUser: caller.userId }
      const set = await database.change(['products'], (tx) => setStock(database, tx, params.id, wish))
      if (!set) throw unknownProduct()
      return { ...set, availableQty: body.availableQty }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/service/:id',
    who: 'signed-in',
    summary: 'Changes nothing: cancelling an order has already given its pieces back. Tells the real stock',
    params: byId,
    body: StockWish,
    answer: RealStock,
    act: async ({ params }) => ({ modifiedCount: 0, ...(await realStock(database, params.id)) }),
  }),
]

async function realStock({ db }: Database, id: string) {
  const product = await oneProduct(db, id)
  if (!product) throw unknownProduct()
  return { availableQty: product.availableQty }
}

const unknownProduct = () => new Refusal(404, 'unknown_product', 'There is no such product.')
