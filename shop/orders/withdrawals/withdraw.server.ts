import type { OrderRow, PurchaseRow, ReturnRow, WithdrawalRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Payments } from '~/shop/payments/payments.server.ts'
import { appliedPayments, leftCentsOf } from '~/shop/payments/refunds/refund-store.server.ts'
import { surplusCents } from '../charges.server.ts'
import { backPieces, settleParcels, stillToPack } from '../deliver/parcel-lines.server.ts'
import { parcelsOf } from '../deliver/parcel-store.server.ts'
import {
  piecesLeft,
  restockPieces,
  returnsOfPurchase,
  settleWithdrawals,
  takeReturnStep,
} from '../deliver/returns-store.server.ts'
import { lockPurchase, ordersOfPurchase } from '../purchases.server.ts'
import { piecesOfOrders, storePieces } from '../refunds/refund-lines.server.ts'
import { isOpen } from '../returns/return-rules.ts'
import { holdsNoMoney, orderNumber } from '../rules.ts'
import type { WithdrawalTerms } from '../withdrawal-terms.server.ts'
import { isTooLate, refundDayOf, rightToWithdraw } from '../withdrawal-terms.server.ts'
import { refuseWithdrawal } from './contract.ts'
import { dayInWords, withdrawalToShopMail, withdrawnMail } from './withdrawal-mails.ts'

export type Withdrawing = {
  database: Database
  payments: Pick<Payments, 'refund'>
  mailWorker: MailWorker
  config: Pick<Config, 'shopEmail'>
  withdrawal: () => WithdrawalTerms
}

/** What somebody states who may: signed in, or by the link that was mailed. */
export type Declaration = {
  purchaseId: string
  customerId: string
  declaredAt: string
  /** All that is left, unless it is said. */
  pieces?: { orderId: string; quantity: number }[]
  by: { userId: string } | undefined
  /** Runs in the same transaction. */
  note?: (tx: Tx) => Promise<void>
} & ({ key: string; name: string; email: string } | { statementId: string })

type Declared = Pick<WithdrawalRow, 'id' | 'declared_at'> & { isNew: boolean }

/** Of an order: how many pieces of it are still here, and how many come back. */
type PlannedLine = { order: OrderRow; left: number; here: number; back: number }
type Plan = {
  purchase: PurchaseRow
  lines: PlannedLine[]
  /** What could be withdrawn from. */
  left: { order: OrderRow; left: number }[]
  piecesHereOf: (order: OrderRow) => number
  returns: ReturnRow[]
}

/** Somebody packs the parcel at the same moment: then it is decided again. */
const mostTries = 5

/**
 * Withdraws from a purchase. What is still here is not sent, its money is requested at once and it is for sale again; what
 * is packed or sent is a return that nobody has to accept. The statement, its mail and all that follows are one
 * transaction, with the refund if there is one.
 */
export async function withdraw(ctx: Withdrawing, declaration: Declaration): Promise<Declared> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const orders = await ordersOfPurchase(ctx.database.db, declaration.purchaseId)
    const here = await piecesHere(ctx.database.db, declaration.purchaseId)
    const isHere = orders.some((order) => isSold(order) && here(order) > 0)
    const declared =
      (isHere && (await declareWithRefund(ctx, declaration))) ||
      (await declareWithoutRefund(ctx, declaration, isHere))
    if (!declared) continue
    void ctx.mailWorker.wake()
    return declared
  }
  throw refuseWithdrawal('withdrawal_busy')
}

/** Undefined when there is nothing to refund. */
async function declareWithRefund({ payments, ...ctx }: Withdrawing, declaration: Declaration) {
  let declared: Declared | undefined
  await payments.refund(declaration.purchaseId, {
    topics: ['stock'],
    async decide(tx, leftCents) {
      const plan = await planOf(tx, ctx, declaration)
      if ('id' in plan) {
        declared = plan
        return undefined
      }
      const { purchase } = plan
      const wanted = new Map(plan.lines.filter(isPaidAndHere).map(({ order, here }) => [order.id, here]))
      const keptCents = surplusCents(purchase)
      const found = await piecesOfOrders(tx, { ...purchase, purchase_id: purchase.id }, wanted, {
        leftCents,
        keptCents,
      })
      if (!found) return undefined
      return {
        cents: found.cents,
        async store(refundId) {
          for (const { order, ...pieces } of found.pieces) await storePieces(tx, order, refundId, pieces)
          declared = await declare(tx, ctx, { declaration, plan, refundId, isLast: found.isLast })
        },
      }
    },
  })
  return declared
}

/** Undefined when there is something to refund by now. */
const declareWithoutRefund = (
  { database, ...ctx }: Omit<Withdrawing, 'payments'>,
  declaration: Declaration,
  isHere: boolean,
) =>
  database.change(isHere ? ['stock'] : [], async (tx) => {
    if (!(await lockPurchase(database, tx, declaration.purchaseId)))
      throw refuseWithdrawal('unknown_purchase')
    const plan = await planOf(tx, ctx, declaration)
    if ('id' in plan) return plan
    if (plan.lines.some(isPaidAndHere) && (await isMoneyLeft(database, tx, plan.purchase))) return undefined
    return declare(tx, ctx, { declaration, plan })
  })

const isPaidAndHere = ({ order, here }: PlannedLine) => here > 0 && !holdsNoMoney(order)

/** None is when the customer's bank has taken it. */
async function isMoneyLeft(
  { engine }: Pick<Database, 'engine'>,
  tx: Tx,
  { transaction_id: id }: PurchaseRow,
) {
  const [payment] = id ? await appliedPayments({ db: tx, engine }, [id]) : []
  return payment !== undefined && (await leftCentsOf(tx, payment)) > 0
}

type Deciding = Pick<Withdrawing, 'withdrawal' | 'config'>

/** What follows from the statement, or that it was made before. Only reads; the purchase must be locked. */
async function planOf(tx: Tx, { withdrawal }: Deciding, declaration: Declaration): Promise<Plan | Declared> {
  const known = await knownDeclaration(tx, declaration)
  if (known && known.state !== 'stated') return { ...known, isNew: false }
  const { purchaseId, customerId, declaredAt } = declaration
  const purchase = await tx
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  if (purchase.customer_id !== customerId) throw refuseWithdrawal('not_yours')
  const returns = await returnsOfPurchase(tx, purchaseId)
  const left = withdrawablePieces(await ordersOfPurchase(tx, purchaseId), returns)
  if (left.length === 0) throw refuseWithdrawal('nothing_to_withdraw')
  const right = rightToWithdraw(withdrawal(), purchase)
  if (!right) throw refuseWithdrawal('not_withdrawable')
  if (isTooLate(right, declaredAt))
    throw refuseWithdrawal('withdrawal_over', { values: { day: dayInWords(right.until!) } })
  const piecesHereOf = await piecesHere(tx, purchaseId)
  return { purchase, returns, left, piecesHereOf, lines: linesOf(left, declaration, piecesHereOf) }
}

/** How many pieces of an order are in no parcel that is packed. */
async function piecesHere(db: Db | Tx, purchaseId: string) {
  const parcels = await parcelsOf(db, [purchaseId])
  const back = await backPieces(db, [purchaseId])
  return (order: OrderRow) => Math.max(0, stillToPack(parcels, order, back))
}

async function knownDeclaration(tx: Tx, declaration: Declaration) {
  const found = tx.selectFrom('withdrawals').select(['id', 'declared_at', 'state'])
  if (!('statementId' in declaration))
    return found
      .where('customer_id', '=', declaration.customerId)
      .where('request_key', '=', declaration.key)
      .executeTakeFirst()
  const row = await found.where('id', '=', declaration.statementId).executeTakeFirst()
  if (row?.state === 'closed') throw refuseWithdrawal('statement_done')
  return row
}

/** What is left of what was bought, without what is coming back by another withdrawal; an unpaid order is cancelled. */
export const withdrawablePieces = (orders: OrderRow[], returns: ReturnRow[]) =>
  orders.filter(isSold).flatMap((order) => {
    const onTheirWay = returns
      .filter((row) => row.order_id === order.id && row.withdrawal_id && isOpen(row.state))
      .reduce((total, { quantity }) => total + quantity, 0)
    // What is for sale again is here, even if its refund has bounced.
    const atTheirs = Math.min(piecesLeft(order), order.quantity - order.restocked_quantity)
    const left = atTheirs - onTheirWay
    return left > 0 ? [{ order, left }] : []
  })

const isSold = ({ state, price_cents, delivery_state }: OrderRow) =>
  state === 'paid' || (state === 'unpaid' && price_cents === 0 && delivery_state !== null)

function linesOf(
  left: { order: OrderRow; left: number }[],
  { pieces }: Declaration,
  piecesHereOf: (order: OrderRow) => number,
): PlannedLine[] {
  const unknown = pieces?.find(({ orderId }) => !left.some(({ order }) => order.id === orderId))
  if (unknown) throw refuseWithdrawal('nothing_to_withdraw')
  return left.flatMap(({ order, left }) => {
    const wanted = pieces
      ? pieces
          .filter(({ orderId }) => orderId === order.id)
          .reduce((total, { quantity }) => total + quantity, 0)
      : left
    if (wanted > left)
      throw refuseWithdrawal('fewer_to_withdraw', { values: { part: order.product_name, left } })
    if (wanted === 0) return []
    // Of two kinds where a part of them has left already.
    const here = Math.min(wanted, piecesHereOf(order))
    const lines: PlannedLine[] = [
      { order, left: left - wanted + here, here, back: 0 },
      { order, left: left - here, here: 0, back: wanted - here },
    ]
    return lines.filter((line) => line.here + line.back > 0)
  })
}

type Decided = {
  declaration: Declaration
  plan: Plan
  refundId?: string
  /** Nothing that was paid for is left to be refunded. */
  isLast?: boolean
}

/** Writes down the statement and all that follows from it, beside a refund that is stored already. */
async function declare(
  tx: Tx,
  { withdrawal, config }: Deciding,
  { declaration, plan, refundId, isLast = false }: Decided,
): Promise<Declared> {
  const { purchase, lines } = plan
  const { customerId, declaredAt, by } = declaration
  const decided = {
    state: 'open',
    lines: JSON.stringify(lines.map(withdrawnLine)),
    refund_id: refundId ?? null,
  } as const
  let row: WithdrawalRow
  if ('statementId' in declaration)
    row = await tx
      .updateTable('withdrawals')
      .set(decided)
      .where('id', '=', declaration.statementId)
      .returningAll()
      .executeTakeFirstOrThrow()
  else {
    row = {
      ...decided,
      id: newId(),
      purchase_id: purchase.id,
      customer_id: customerId,
      request_key: declaration.key,
      name: declaration.name,
      email: declaration.email,
      number: orderNumber(purchase.id),
      declared_at: declaredAt,
      refund_by: refundDayOf(declaredAt),
    }
    await tx.insertInto('withdrawals').values(row).execute()
  }
  for (const line of lines) {
    await makeRoom(tx, line, plan.returns)
    const isRefunded = refundId !== undefined && isPaidAndHere(line)
    if (!isRefunded) await bringBack(tx, line, row, withdrawal().returnTo)
  }
  // In the order of their ids, so that nobody waits in a circle.
  const shelved = [...lines.filter(({ here }) => here > 0), ...(isLast ? freeBeside(plan) : [])]
  for (const { order, here } of shelved.toSorted((a, b) =>
    a.order.product_id < b.order.product_id ? -1 : 1,
  ))
    await restockPieces(tx, order.id, here, by?.userId)
  await settleParcels(tx, purchase.id)
  await settleWithdrawals(tx, purchase.id)
  await declaration.note?.(tx)
  const about = { row, lines, terms: withdrawal(), isNamed: !('statementId' in declaration) }
  await queueMail(tx, withdrawnMail(about))
  await queueMail(tx, withdrawalToShopMail(config.shopEmail, about))
  return { id: row.id, declared_at: row.declared_at, isNew: true }
}

/** What cost nothing is not sent alone. */
const freeBeside = ({ left, lines, piecesHereOf }: Plan) =>
  left
    .filter(
      ({ order }) =>
        order.state === 'paid' &&
        order.price_cents === 0 &&
        piecesHereOf(order) > 0 &&
        !lines.some((line) => line.order.id === order.id),
    )
    .map(({ order, left }) => ({ order, here: Math.min(left, piecesHereOf(order)) }))

const withdrawnLine = ({ order: { id, product_name, size }, here, back }: PlannedLine) => ({
  orderId: id,
  productName: product_name,
  size,
  quantity: here + back,
})

/** A return that was asked for is about the same pieces: it has what the withdrawal leaves of them. */
async function makeRoom(tx: Tx, { order, left, here, back }: PlannedLine, returns: ReturnRow[]) {
  const asked = returns.find((row) => row.order_id === order.id && !row.withdrawal_id && isOpen(row.state))
  const room = left - here - back
  if (!asked || asked.quantity <= room) return
  if (room > 0) await tx.updateTable('returns').set({ quantity: room }).where('id', '=', asked.id).execute()
  else
    await takeReturnStep(tx, asked, ['asked', 'accepted'], {
      state: 'withdrawn',
      decided_at: new Date().toISOString(),
    })
}

/** Accepted at once. What is still here and cost nothing, or of which no money is left, is back already. */
async function bringBack(
  tx: Tx,
  { order, here, back }: PlannedLine,
  { id, purchase_id, customer_id, declared_at }: WithdrawalRow,
  returnTo: string,
) {
  const now = new Date().toISOString()
  const isBack = here > 0
  const row: ReturnRow = {
    id: newId(),
    order_id: order.id,
    purchase_id: purchase_id!,
    customer_id: customer_id!,
    quantity: here + back,
    reason: 'withdrawal',
    note: '',
    state: isBack ? 'completed' : 'accepted',
    answer: isBack ? '' : returnTo,
    asked_at: declared_at,
    decided_at: now,
    received_at: isBack ? now : null,
    completed_at: isBack ? now : null,
    is_sound: isBack ? 1 : null,
    refund_id: null,
    withdrawal_id: id,
  }
  await tx.insertInto('returns').values(row).execute()
  await tx
    .updateTable('orders')
    // An order may be two lines here.
    .set((e) => ({ return_state: row.state, returned_quantity: e('returned_quantity', '+', here) }))
    .where('id', '=', order.id)
    .execute()
}
