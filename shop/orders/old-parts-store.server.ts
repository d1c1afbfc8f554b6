import type { OldPartRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { OldPart } from './deposits/old-part.ts'

export const oldPartRow = (db: Db | Tx, id: string) =>
  db.selectFrom('old_parts').selectAll().where('id', '=', id).executeTakeFirst()

export const oldPartsOfPurchase = (db: Db | Tx, purchaseId: string) =>
  db
    .selectFrom('old_parts')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()

export const toOldPart = (row: OldPartRow): OldPart => ({
  _id: row.id,
  orderId: row.order_id,
  quantity: row.quantity,
  note: row.note,
  state: row.state,
  answer: row.answer,
  askedAt: row.asked_at,
  ...(row.decided_at && { decidedAt: row.decided_at }),
})

export const exportOldParts = (db: Db, customerId: string) =>
  db.selectFrom('old_parts').selectAll().where('customer_id', '=', customerId).orderBy('asked_at').execute()

/** When the customer is deleted: what was said about it. */
export const forgetOldPartWords = (tx: Tx, customerId: string) =>
  tx.updateTable('old_parts').set({ note: '', answer: '' }).where('customer_id', '=', customerId).execute()

/** False when it is at another step. */
export async function decideOldPart(
  tx: Tx,
  id: string,
  change: Pick<OldPartRow, 'state'> & Partial<Pick<OldPartRow, 'answer' | 'refund_id'>>,
) {
  const decided = await tx
    .updateTable('old_parts')
    .set({ ...change, decided_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returning('id')
    .executeTakeFirst()
  return decided !== undefined
}

/** Nothing is left to give back for what is announced: it went back with the new part. */
export async function settleOldParts(tx: Tx, purchaseId: string) {
  const asked = (await oldPartsOfPurchase(tx, purchaseId)).filter(({ state }) => state === 'asked')
  for (const { id, order_id } of asked) {
    const order = await tx
      .selectFrom('orders')
      .select(['quantity', 'deposits_back'])
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow()
    if (order.deposits_back >= order.quantity) await decideOldPart(tx, id, { state: 'given_back' })
  }
}
