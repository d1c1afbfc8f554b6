import type { PurchaseRow, WithdrawalRow } from '~/database/tables.ts'
import type { Counters } from '~/platform/db/counters.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { days } from '~/platform/time.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { returnsOfPurchase } from '../deliver/returns-store.server.ts'
import { ordersOfPurchase } from '../purchases.server.ts'
import { isTooLate, refundDayOf, rightToWithdraw } from '../withdrawal-terms.server.ts'
import { refuseWithdrawal } from './contract.ts'
import type { Withdrawing } from './withdraw.server.ts'
import { withdraw, withdrawablePieces } from './withdraw.server.ts'
import { dayInWords, statementMail } from './withdrawal-mails.ts'
import { numberIn } from './withdrawal-rules.ts'
import { purchaseByNumber, withdrawalRow } from './withdrawals-store.server.ts'

/** Whoever reads the mail has three tries a day, and nobody else more. */
const mostADay = 3

type Stating = Withdrawing & { counters: Counters }
type Typed = { name: string; number: string; email: string }

/**
 * Made without a log-in. It is stored with its time whatever it names, and answered in the same way; only the account of
 * the purchase gets to know whether there is one.
 */
export async function stateWithdrawal(ctx: Stating, { name, number, email }: Typed) {
  const { database, counters, withdrawal, mailWorker } = ctx
  if (withdrawal().days === 0) throw refuseWithdrawal('withdrawal_off')
  const { count } = await counters.add(`withdrawals ${email}`, days(1))
  if (count > mostADay) throw refuseWithdrawal('too_many_statements')
  const declaredAt = new Date().toISOString()
  const person = await userByEmail(database.db, email)
  await database.change([], async (tx) => {
    const purchase = await purchaseByNumber(tx, person?.id ?? '', numberIn(number) ?? '')
    const row: WithdrawalRow = {
      id: newId(),
      purchase_id: purchase?.id ?? null,
      customer_id: purchase?.customer_id ?? null,
      request_key: null,
      name,
      email,
      number,
      lines: '[]',
      state: 'stated',
      declared_at: declaredAt,
      refund_by: refundDayOf(declaredAt),
      refund_id: null,
    }
    await tx.insertInto('withdrawals').values(row).execute()
    if (purchase) await mailStatement(tx, ctx, row, purchase)
  })
  void mailWorker.wake()
  return declaredAt
}

async function mailStatement(
  tx: Tx,
  { withdrawal }: Pick<Withdrawing, 'withdrawal'>,
  row: WithdrawalRow,
  purchase: PurchaseRow,
) {
  const orders = await ordersOfPurchase(tx, purchase.id)
  const left = withdrawablePieces(orders, await returnsOfPurchase(tx, purchase.id))
  const right = rightToWithdraw(withdrawal(), purchase)
  const isUnpaid = orders.some(({ state, price_cents }) => state === 'unpaid' && price_cents > 0)
  const problem = isUnpaid
    ? 'It is not paid: cancel it in My Orders, or leave it, and it ends by itself.'
    : left.length === 0
      ? 'Nothing of it is left: all of it was cancelled, refunded or withdrawn from before.'
      : !right
        ? 'There is no right to withdraw from this purchase. You can ask for a return on its page.'
        : isTooLate(right, row.declared_at)
          ? `The time to withdraw ended on ${dayInWords(right.until!)}. You can ask for a return on its page.`
          : undefined
  await queueMail(
    tx,
    statementMail({
      ...row,
      purchase,
      orders: problem ? orders : left.map(({ order, left: quantity }) => ({ ...order, quantity })),
      problem,
    }),
  )
}

/** Of a purchase: what the link of the mail leads to. */
export async function statementRow(db: Db, id: string) {
  const row = await withdrawalRow(db, id)
  if (!row?.purchase_id) throw refuseWithdrawal('unknown_withdrawal')
  return { ...row, purchase_id: row.purchase_id, customer_id: row.customer_id! }
}

type ConfirmedBy = { by?: { userId: string }; note?: (tx: Tx) => Promise<void> }

/** By who reads the mail, or by the staff. It counts as made when it was stated. */
export const confirmStatement = (
  ctx: Withdrawing,
  row: Awaited<ReturnType<typeof statementRow>>,
  { by, note }: ConfirmedBy = {},
) =>
  withdraw(ctx, {
    purchaseId: row.purchase_id,
    customerId: row.customer_id,
    statementId: row.id,
    declaredAt: row.declared_at,
    by,
    ...(note && { note }),
  })
