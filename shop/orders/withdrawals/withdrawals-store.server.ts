import { sql } from 'kysely'
import type { PurchaseRow, ReturnRow, WithdrawalRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { days } from '~/platform/time.ts'
import { returnsOfPurchase } from '../deliver/returns-store.server.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { deletedUser } from '../rules.ts'
import type { WithdrawalTerms } from '../withdrawal-terms.server.ts'
import { isTooLate, rightToWithdraw } from '../withdrawal-terms.server.ts'
import type { ListedWithdrawal, Withdrawable, Withdrawal } from './contract.ts'
import { withdrawablePieces } from './withdraw.server.ts'
import type { WithdrawalState } from './withdrawal-rules.ts'

export const toWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  _id: row.id,
  name: row.name,
  lines: JSON.parse(row.lines),
  state: row.state,
  declaredAt: row.declared_at,
  refundBy: row.refund_by,
})

/** Those that count, oldest first. */
export async function withdrawalsOfPurchase(db: Db, purchaseId: string) {
  const rows = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', ['open', 'done'])
    .orderBy('declared_at')
    .orderBy('id')
    .execute()
  return rows.map(toWithdrawal)
}

/** What of a purchase may be withdrawn from now; undefined for nothing. */
export async function withdrawableOf(
  db: Db,
  purchase: PurchaseRow,
  terms: WithdrawalTerms,
): Promise<Withdrawable | undefined> {
  const right = rightToWithdraw(terms, purchase)
  if (!right || isTooLate(right, new Date().toISOString())) return undefined
  const left = withdrawablePieces(
    await ordersOfPurchase(db, purchase.id),
    await returnsOfPurchase(db, purchase.id),
  )
  if (left.length === 0) return undefined
  return {
    ...right,
    pieces: left.map(({ order: { id, product_name, size }, left: quantity }) => ({
      orderId: id,
      productName: product_name,
      size,
      quantity,
    })),
  }
}

/** Who has bought more than these finds the others in My Orders. */
const mostShown = 50

/** The purchases of a customer of which something may be withdrawn from, newest first. */
export async function withdrawablePurchases(db: Db, customerId: string, terms: WithdrawalTerms) {
  const bought = await db
    .selectFrom('orders')
    .select('purchase_id')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['paid', 'unpaid'])
    .where('delivery_state', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(4 * mostShown)
    .execute()
  const found: (Withdrawable & { purchaseId: string; createdAt: string })[] = []
  for (const id of new Set(bought.map(({ purchase_id }) => purchase_id))) {
    if (found.length === mostShown) break
    const purchase = await db
      .selectFrom('purchases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const withdrawable = await withdrawableOf(db, purchase, terms)
    if (withdrawable) found.push({ ...withdrawable, purchaseId: id, createdAt: purchase.created_at })
  }
  return found
}

/** Of this customer, by the end of its id or that of one of its orders. */
export async function purchaseByNumber(tx: Tx, customerId: string, number: string) {
  const ends = (column: 'id' | 'purchase_id') =>
    sql<boolean>`substr(${sql.ref(column)}, length(${sql.ref(column)}) - 7) = ${number.toLowerCase()}`
  const named = await tx
    .selectFrom('orders')
    .select('purchase_id')
    .where('customer_id', '=', customerId)
    .where((e) => e.or([ends('purchase_id'), ends('id')]))
    .limit(1)
    .executeTakeFirst()
  return (
    named &&
    tx.selectFrom('purchases').selectAll().where('id', '=', named.purchase_id).executeTakeFirstOrThrow()
  )
}

/** Oldest first: its money is due first. */
export async function listWithdrawals(db: Db, query: ListQuery & { state: WithdrawalState }) {
  const list = {
    table: 'withdrawals',
    keys: ['declared_at', 'id'],
    direction: 'asc',
    where: [sql<boolean>`state = ${query.state}`],
  } as const
  const page = await readListPage<WithdrawalRow>(db, list, query)
  const ids = page.rows.map(({ id }) => id)
  const returns =
    ids.length > 0
      ? await db.selectFrom('returns').selectAll().where('withdrawal_id', 'in', ids).execute()
      : []
  return page.map((row) =>
    toListed(
      row,
      returns.filter(({ withdrawal_id }) => withdrawal_id === row.id),
    ),
  )
}

const toListed = (row: WithdrawalRow, returns: ReturnRow[]): ListedWithdrawal => ({
  ...toWithdrawal(row),
  email: row.email,
  number: row.number,
  ...(row.purchase_id && { purchaseId: row.purchase_id }),
  returns: returns.map(({ id, order_id, state }) => ({ _id: id, orderId: order_id, state })),
})

/** For the list of what is to be done: how many, and whose money is due first. */
export async function waitingWithdrawals(db: Db, state: WithdrawalState, limit: number) {
  const { rows, total } = await listWithdrawals(db, { state, page: 1, limit })
  const items = rows.map(({ _id, name, lines, number, declaredAt, refundBy }) => ({
    id: _id,
    who: name,
    what:
      lines.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(', ') ||
      `Purchase no. ${number}`,
    since: declaredAt,
    ...(state === 'open' && { dueBy: refundBy }),
  }))
  return { count: total, items }
}

export const withdrawalRow = (db: Db | Tx, id: string) =>
  db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()

export const exportWithdrawals = (db: Db, { userId, email }: { userId: string; email: string }) =>
  db
    .selectFrom('withdrawals')
    .selectAll()
    .where((e) => e.or([e('customer_id', '=', userId), e('email', '=', email)]))
    .orderBy('declared_at')
    .execute()

/** When the customer is deleted: that there was a statement stays with the books. */
export const anonymizeWithdrawals = (tx: Tx, customerId: string) =>
  tx
    .updateTable('withdrawals')
    .set({ name: deletedUser, email: '' })
    .where('customer_id', '=', customerId)
    .execute()

/** Those about no purchase of theirs. */
export const deleteStatementsOf = (tx: Tx, email: string) =>
  tx.deleteFrom('withdrawals').where('email', '=', email).where('purchase_id', 'is', null).execute()

/** See docs/decisions/personal-data.md. */
export const statementsMs = days(365)

/** Of those that came to nothing. */
export const deleteOldStatements = (db: Db, now: number) =>
  db
    .deleteFrom('withdrawals')
    .where('state', 'in', ['stated', 'closed'])
    .where('declared_at', '<', new Date(now - statementsMs).toISOString())
    .execute()
