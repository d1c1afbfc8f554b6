import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { SetStock } from '../contract.ts'
import { oneProduct } from '../store.server.ts'
import { setStock } from './stock.server.ts'

const byId = z.object({ id: z.string() })
const RealStock = z.object({ modifiedCount: z.number().int(), availableQty: z.number().int() })

/**
 * Stock moves with an order and with its cancellation. A client that reports it once more gets the real stock
 * back, and nothing else happens.
 */
export const stockApi = (database: Database) => [
  endpoint({
    method: 'PUT',
    path: '/api/services/:id',
    who: 'signed-in',
    summary: 'An admin sets the stock; for others nothing changes, and the answer tells the real stock',
    params: byId,
    body: SetStock,
    answer: RealStock,
    async act({ params, body, caller }) {
      if (!caller.admin) return { modifiedCount: 0, ...(await realStock(database, params.id)) }
      return restock(database, caller, params.id, body)
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/service/:id',
    who: 'signed-in',
    summary: 'Changes nothing: cancelling an order has already given its pieces back. Tells the real stock',
    params: byId,
    body: SetStock,
    answer: RealStock,
    act: async ({ params }) => ({ modifiedCount: 0, ...(await realStock(database, params.id)) }),
  }),
]

const restock = (database: Database, by: Caller, productId: string, { availableQty, seenQty }: SetStock) =>
  database.change(['products'], async (tx) => {
    const set = await setStock(database, tx, productId, { availableQty, byUser: by.userId })
    if (!set) throw unknownProduct()
    const { modifiedCount, productName, from } = set
    if (seenQty !== undefined && seenQty !== from) throw soldMeanwhile(from)
    const details = { productId, from, to: availableQty }
    if (modifiedCount === 1) await record(tx, by, { what: 'stock set', subject: productName, details })
    return { modifiedCount, availableQty }
  })

async function realStock({ db }: Database, id: string) {
  const product = await oneProduct(db, id)
  if (!product) throw unknownProduct()
  return { availableQty: product.availableQty }
}

const unknownProduct = () => new Refusal(404, 'unknown_product', 'There is no such product.')

const soldMeanwhile = (availableQty: number) =>
  new Refusal(
    409,
    'stock_changed',
    `The stock has changed meanwhile: ${availableQty} are left now. Look again and save once more.`,
    undefined,
    { availableQty },
  )
