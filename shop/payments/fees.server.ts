import { sql } from 'kysely'
import type { PaymentRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { days, minutes } from '~/platform/time.ts'
import type { PaymentsContext } from './context.server.ts'
import { nowIso } from './context.server.ts'

const soonestMs = minutes(10)
/** What the provider has not said by then, it never says. */
const longestMs = days(30)

/** A literal, because SQLite only uses a partial index when the query repeats its condition. */
const isAwaited = sql<boolean>`fee_due_at is not null`

export const feesDue = (ctx: PaymentsContext, limit: number) =>
  ctx.database.db
    .selectFrom('payments')
    .selectAll()
    .where(isAwaited)
    .where('fee_due_at', '<=', nowIso(ctx))
    .where('state', '<>', 'open')
    .orderBy('fee_due_at')
    .limit(limit)
    .execute()

type Fee = Partial<Pick<PaymentRow, 'fee_cents' | 'fee_currency' | 'fee_due_at'>>

const setFee = (ctx: PaymentsContext, { transaction_id }: PaymentRow, fee: Fee) =>
  ctx.database.db
    .updateTable('payments')
    .set(fee)
    .where('transaction_id', '=', transaction_id)
    .where('fee_cents', 'is', null)
    .execute()

/** What it says is stored as it is, never computed: contracts differ. */
export async function checkFee(ctx: PaymentsContext, payment: PaymentRow) {
  if (payment.state === 'void') return setFee(ctx, payment, { fee_due_at: null })
  const fee = await ctx.provider.feeOf(payment.transaction_id)
  if (!fee) return postponeFee(ctx, payment)
  return setFee(ctx, payment, { fee_cents: fee.cents, fee_currency: fee.currency, fee_due_at: null })
}

/** Ever less often. */
export function postponeFee(ctx: PaymentsContext, payment: PaymentRow) {
  const now = ctx.now().getTime()
  const age = now - Date.parse(payment.created_at)
  const next = new Date(now + Math.max(soonestMs, age)).toISOString()
  return setFee(ctx, payment, { fee_due_at: age > longestMs ? null : next })
}

/** What the provider has kept of these payments, where it has said so. */
export async function feesOf(db: Db, transactionIds: string[]) {
  if (transactionIds.length === 0) return new Map<string, { cents: number; currency: string }>()
  const rows = await db
    .selectFrom('payments')
    .select(['transaction_id', 'fee_cents', 'fee_currency'])
    .where('transaction_id', 'in', transactionIds)
    .where('fee_cents', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [row.transaction_id, { cents: row.fee_cents!, currency: row.fee_currency! }]),
  )
}
