import type { OrderRow, ReturnRow } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import { longDay } from '~/platform/dates.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { may } from '~/platform/roles.ts'
import type { What } from '~/shop/audit/contract.ts'
import { record } from '~/shop/audit/record.server.ts'
import {
  backPieces,
  openPacked,
  packedAndKept,
  packedPieces,
  settleParcels,
} from '../deliver/parcel-lines.server.ts'
import { parcelsOf } from '../deliver/parcel-store.server.ts'
import {
  listReturns,
  piecesLeft,
  restockPieces,
  returnRow,
  returnsOfPurchase,
  takeReturnStep,
} from '../deliver/returns-store.server.ts'
import { lockPurchase } from '../purchases.server.ts'
import { holdsNoMoney } from '../rules.ts'
import { orderRow } from '../store.server.ts'
import { isTooLate, refundDayOf } from '../withdrawal-terms.server.ts'
import type { NewReturn } from './contract.ts'
import { refuseReturn } from './contract.ts'
import { returnAcceptedMail, returnAskedMail, returnDeclinedMail } from './return-mails.ts'
import { isOpen, mostReturns, reasonNames } from './return-rules.ts'

const now = () => new Date().toISOString()

/** Of pieces that were packed; one at a time for each order. */
export const askReturn = (
  { database, shopEmail }: { database: Database; shopEmail: string },
  customer: Caller,
  orderId: string,
  { quantity, reason, note }: NewReturn,
) =>
  database.change([], async (tx) => {
    const seen = await orderRow(tx, orderId)
    if (!seen) throw refuseReturn('unknown_order')
    if (seen.customer_id !== customer.userId) throw refuseReturn('not_yours')
    await lockPurchase(database, tx, seen.purchase_id)
    const order = (await orderRow(tx, orderId))!
    await requireReturnable(tx, order, quantity)
    const row: ReturnRow = {
      id: newId(),
      order_id: orderId,
      purchase_id: order.purchase_id,
      customer_id: customer.userId,
      quantity,
      reason,
      note,
      state: 'asked',
      answer: '',
      asked_at: now(),
      decided_at: null,
      received_at: null,
      completed_at: null,
      is_sound: null,
      refund_id: null,
      withdrawal_id: null,
    }
    await tx.insertInto('returns').values(row).execute()
    await tx.updateTable('orders').set({ return_state: 'asked' }).where('id', '=', orderId).execute()
    await queueMail(tx, returnAskedMail(shopEmail, { order, row }))
    return row.id
  })

async function requireReturnable(tx: Tx, order: OrderRow, quantity: number) {
  const parcels = await parcelsOf(tx, [order.purchase_id])
  if (order.state === 'cancelled' || packedPieces(parcels, order.id) === 0)
    throw refuseReturn('return_not_packed')
  const returns = (await returnsOfPurchase(tx, order.purchase_id)).filter((row) => row.order_id === order.id)
  if (returns.some(({ state, withdrawal_id }) => !withdrawal_id && isOpen(state)))
    throw refuseReturn('return_asked_already')
  const onTheirWay = returns.filter(({ state }) => isOpen(state))
  const back = await backPieces(tx, [order.purchase_id])
  const theirs = Math.min(piecesLeft(order), packedAndKept(parcels, order.id, back))
  const left = onTheirWay.reduce((rest, row) => rest - row.quantity, theirs)
  if (left <= 0) throw refuseReturn('nothing_to_return')
  if (quantity > left) throw refuseReturn('fewer_to_return', { field: 'quantity', values: { left } })
  if (returns.length >= mostReturns) throw refuseReturn('too_many_returns')
}

export const acceptReturn = (database: Database, admin: Caller, id: string, answer: string) =>
  changeReturn(database, id, async (tx, { row, order }) => {
    await moveOn(tx, row, 'asked', { state: 'accepted', answer, decided_at: now() })
    await note(tx, admin, 'return accepted', row)
    await queueMail(tx, returnAcceptedMail({ order, row: { ...row, answer } }))
  })

export const declineReturn = (database: Database, admin: Caller, id: string, answer: string) =>
  changeReturn(database, id, async (tx, { row, order }) => {
    if (row.withdrawal_id) refuseToEnd(row)
    await moveOn(tx, row, 'asked', { state: 'declined', answer, decided_at: now() })
    await note(tx, admin, 'return declined', row)
    await queueMail(tx, returnDeclinedMail({ order, row: { ...row, answer } }))
  })

/** By its customer, or by staff when nothing arrives. */
export const withdrawReturn = (database: Database, caller: Caller, id: string) =>
  changeReturn(database, id, async (tx, { row }) => {
    const isOwn = row.customer_id === caller.userId
    if (!isOwn && !may(caller.role, 'returns')) throw refuseReturn('not_yours')
    if (!isOwn && row.withdrawal_id && isOpen(row.state)) refuseToEnd(row)
    await moveOn(tx, row, ['asked', 'accepted'], { state: 'withdrawn', decided_at: now() })
    if (!isOwn) await note(tx, caller, 'return withdrawn', row)
  })

/** Sound pieces are for sale again. Where there is no money to return, nothing is left to do. */
export const receiveReturn = (database: Database, admin: Caller, id: string, sound: boolean) =>
  changeReturn(
    database,
    id,
    async (tx, { row, order }) => {
      const isPaid = !holdsNoMoney(order) && order.refunded_quantity < order.quantity
      await moveOn(tx, row, 'accepted', {
        state: isPaid ? 'received' : 'completed',
        received_at: now(),
        is_sound: sound ? 1 : 0,
        ...(!isPaid && { completed_at: now() }),
      })
      const returned = Math.min(row.quantity, piecesLeft(order))
      await tx
        .updateTable('orders')
        .set({ returned_quantity: order.returned_quantity + Math.max(0, returned) })
        .where('id', '=', order.id)
        .execute()
      await openPacked(tx, row.purchase_id, [order.id])
      await settleParcels(tx, row.purchase_id)
      await note(tx, admin, 'return received', row, { sound })
      if (sound) await restockPieces(tx, order.id, row.quantity, admin.userId)
    },
    sound ? ['stock'] : [],
  )

/** With its purchase locked, so that the second one sees what the first has done. */
const changeReturn = (
  database: Database,
  id: string,
  change: (tx: Tx, found: { row: ReturnRow; order: OrderRow }) => Promise<void>,
  topics: readonly Topic[] = [],
) =>
  database.change(topics, async (tx) => {
    const seen = await returnRow(tx, id)
    if (!seen) throw refuseReturn('unknown_return')
    await lockPurchase(database, tx, seen.purchase_id)
    const [row, order] = [await returnRow(tx, id), await orderRow(tx, seen.order_id)]
    await change(tx, { row: row!, order: order! })
  })

/** The customer had as long to send it as the shop has to pay. */
function refuseToEnd({ asked_at }: ReturnRow) {
  const day = refundDayOf(asked_at)
  if (!isTooLate({ until: day }, now()))
    throw refuseReturn('withdrawal_stands', { values: { day: longDay(new Date(day)) } })
}

async function moveOn(...step: Parameters<typeof takeReturnStep>) {
  if (!(await takeReturnStep(...step))) throw refuseReturn('return_another_step')
}

const note = (tx: Tx, by: Caller, what: What, { id, order_id, quantity }: ReturnRow, more: object = {}) =>
  record(tx, by, { what, subject: order_id, details: { return: id, quantity, ...more } })

/** For the list of what is to be done: how many are to be answered, and who has waited longest. */
export async function waitingReturns(db: Db, limit: number) {
  const { rows, total } = await listReturns(db, { state: 'asked', page: 1, limit }, { name: '', address: [] })
  const items = rows.map(({ orderId, userName, reason, quantity, productName, askedAt }) => ({
    id: orderId,
    who: userName,
    what: `${reasonNames[reason]}: ${quantity} × ${productName}`,
    since: askedAt,
  }))
  return { count: total, items }
}
