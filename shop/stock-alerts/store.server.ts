import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import { mostAlerts, refuse } from './contract.ts'

const ofCustomer = (db: Db | Tx, customerId: string) =>
  db.selectFrom('stock_alerts').where('customer_id', '=', customerId)

export const hasAlert = async (db: Db, customerId: string, productId: string) =>
  (await ofCustomer(db, customerId)
    .select('product_id')
    .where('product_id', '=', productId)
    .executeTakeFirst()) !== undefined

/** The customer is locked, so that parallel calls are counted one after the other and none outlives a deletion. */
export const addAlert = (database: Database, caller: Caller, productId: string) =>
  database.change([], async (tx) => {
    if (!(await lockIdentity(database, tx, caller.userId))) throw new Unauthenticated()
    const waiting = await ofCustomer(tx, caller.userId).select('product_id').limit(mostAlerts).execute()
    if (waiting.some(({ product_id }) => product_id === productId)) return
    if (waiting.length >= mostAlerts) throw refuse('too_many_alerts')
    await tx
      .insertInto('stock_alerts')
      .values({
        product_id: productId,
        customer_id: caller.userId,
        email: caller.email,
        created_at: new Date().toISOString(),
      })
      .execute()
  })

export const removeAlert = (db: Db, customerId: string, productId: string) =>
  db
    .deleteFrom('stock_alerts')
    .where('customer_id', '=', customerId)
    .where('product_id', '=', productId)
    .execute()

export const deleteAlerts = (tx: Tx, customerId: string) =>
  tx.deleteFrom('stock_alerts').where('customer_id', '=', customerId).execute()

export const exportAlerts = (db: Db, customerId: string) =>
  ofCustomer(db, customerId).select(['product_id', 'created_at']).orderBy('created_at').execute()
