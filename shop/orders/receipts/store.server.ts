import type { ReceiptRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'

/** The receipt first, then what corrects it, as it was issued. */
export async function receiptRowsOf(db: Db | Tx, purchaseId: string): Promise<ReceiptRow[]> {
  const rows = await db.selectFrom('receipts').selectAll().where('purchase_id', '=', purchaseId).execute()
  const rank = ({ kind }: ReceiptRow) => (kind === 'receipt' ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.year - b.year || a.number - b.number)
}

const ofCustomer = (db: Db | Tx, customerId: string) =>
  db.selectFrom('orders').select('purchase_id').where('customer_id', '=', customerId)

export const exportReceipts = (db: Db, customerId: string) =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where('purchase_id', 'in', ofCustomer(db, customerId))
    .orderBy('issued_at')
    .execute()

/** When a customer is deleted: the numbers and sums stay in the books without the person. */
export const anonymizeReceipts = (tx: Tx, customerId: string) =>
  tx
    .updateTable('receipts')
    .set({ customer: null })
    .where('purchase_id', 'in', ofCustomer(tx, customerId))
    .execute()
