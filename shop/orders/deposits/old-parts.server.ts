import { sql } from 'kysely'
import type { OldPartRow, OrderRow } from '~/database/tables.ts'
import { longDay } from '~/platform/dates.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { toDollars } from '~/platform/money.ts'
import { record } from '~/shop/audit/record.server.ts'
import { decideOldPart, oldPartRow, oldPartsOfPurchase, toOldPart } from '../old-parts-store.server.ts'
import { lockPurchase } from '../purchases.server.ts'
import { orderRow } from '../store.server.ts'
import type { ListedOldPart, NewOldPart, OldPartsQuery } from './contract.ts'
import { refuseOldPart } from './contract.ts'
import { isOver, lastDayOf, mayReturnOldPart, mostOldParts } from './deposit-rules.ts'
import { oldPartAskedMail, oldPartDeclinedMail } from './old-part-mails.ts'

/** Of pieces that have left; one at a time for each order. */
export const askOldPart = (
  { database, shopEmail }: { database: Database; shopEmail: string },
  customer: Caller,
  orderId: string,
  { quantity, note }: NewOldPart,
) =>
  database.change([], async (tx) => {
    const seen = await orderRow(tx, orderId)
    if (!seen) throw refuseOldPart('unknown_order')
    if (seen.customer_id !== customer.userId) throw refuseOldPart('not_yours')
    const purchase = await lockPurchase(database, tx, seen.purchase_id)
    const order = (await orderRow(tx, orderId))!
    await requireHeld(tx, order, { quantity, deliveredAt: purchase!.delivered_at })
    const row: OldPartRow = {
      id: newId(),
      order_id: orderId,
      purchase_id: order.purchase_id,
      customer_id: customer.userId,
      quantity,
      note,
      state: 'asked',
      answer: '',
      asked_at: new Date().toISOString(),
      decided_at: null,
      refund_id: null,
    }
    await tx.insertInto('old_parts').values(row).execute()
    await queueMail(tx, oldPartAskedMail(shopEmail, { order, row }))
    return row.id
  })

type Asked = { quantity: number; deliveredAt: string | null }

async function requireHeld(tx: Tx, order: OrderRow, { quantity, deliveredAt }: Asked) {
  const left = order.state === 'paid' && order.deposit_cents > 0 ? order.quantity - order.deposits_back : 0
  if (left <= 0) throw refuseOldPart('no_deposit')
  const now = new Date()
  const count = order.deposit_days ?? 0
  if (isOver(count, deliveredAt, now))
    throw refuseOldPart('old_part_too_late', {
      values: { day: longDay(new Date(lastDayOf(count, deliveredAt)!)) },
    })
  const shown = {
    paid: true,
    quantity: order.quantity,
    delivery: order.delivery_state ?? undefined,
    deposit: { back: order.deposits_back, days: count },
  }
  if (!mayReturnOldPart(shown, deliveredAt ?? undefined, now)) throw refuseOldPart('old_part_too_early')
  const own = (await oldPartsOfPurchase(tx, order.purchase_id)).filter(
    ({ order_id }) => order_id === order.id,
  )
  if (own.some(({ state }) => state === 'asked')) throw refuseOldPart('old_part_asked_already')
  if (quantity > left) throw refuseOldPart('fewer_deposits', { field: 'quantity', values: { left } })
  if (own.length >= mostOldParts) throw refuseOldPart('too_many_old_parts')
}

/** With the reason, which is mailed. */
export const declineOldPart = (database: Database, admin: Caller, id: string, answer: string) =>
  database.change([], async (tx) => {
    const seen = await oldPartRow(tx, id)
    if (!seen) throw refuseOldPart('unknown_old_part')
    await lockPurchase(database, tx, seen.purchase_id)
    if (!(await decideOldPart(tx, id, { state: 'declined', answer })))
      throw refuseOldPart('old_part_another_step')
    const order = (await orderRow(tx, seen.order_id))!
    await record(tx, admin, {
      what: 'old part declined',
      subject: order.id,
      details: { oldPart: id, quantity: seen.quantity },
    })
    await queueMail(tx, oldPartDeclinedMail({ order, row: { ...seen, answer } }))
  })

/** Oldest first: who has waited longest is answered first. */
export async function listOldParts(db: Db, query: OldPartsQuery) {
  const list = {
    table: 'old_parts',
    keys: ['asked_at', 'id'],
    direction: 'asc',
    where: [sql<boolean>`state = ${query.state}`],
  } as const
  const page = await readListPage<OldPartRow>(db, list, query)
  const ids = page.rows.map(({ order_id }) => order_id)
  const orders =
    ids.length > 0 ? await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute() : []
  const byId = new Map(orders.map((order) => [order.id, order]))
  return page.map((row) => toListed(row, byId.get(row.order_id)!))
}

const toListed = (row: OldPartRow, order: OrderRow): ListedOldPart => ({
  ...toOldPart(row),
  purchaseId: row.purchase_id,
  productName: order.product_name,
  image: order.image,
  email: order.email,
  userName: order.user_name,
  amount: toDollars(order.deposit_cents * Math.min(row.quantity, order.quantity - order.deposits_back)),
})

/** For the list of what is to be done. */
export async function waitingOldParts(db: Db, limit: number) {
  const { rows, total } = await listOldParts(db, { state: 'asked', page: 1, limit })
  const items = rows.map(({ orderId, userName, quantity, productName, askedAt }) => ({
    id: orderId,
    who: userName,
    what: `${quantity} × ${productName}`,
    since: askedAt,
  }))
  return { count: total, items }
}
