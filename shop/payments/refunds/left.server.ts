import type { PaymentRow } from '~/database/tables.ts'
import { among } from '~/platform/db/among.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { lostCents } from '../disputes/dispute-store.server.ts'
import { refundsOf, reservesAmount, sumOf } from './refund-store.server.ts'

/** What can still be refunded of a payment: neither returned nor on its way, nor taken back by the bank. */
export async function leftCentsOf(
  db: Db | Tx,
  { transaction_id, amount_cents }: Pick<PaymentRow, 'transaction_id' | 'amount_cents'>,
) {
  const reserved = sumOf((await refundsOf(db, transaction_id)).filter(reservesAmount))
  return amount_cents - reserved - (await lostCents(db, transaction_id))
}

/** Those of which something can still be refunded. */
export const appliedPayments = ({ db, engine }: Pick<Database, 'db' | 'engine'>, transactionIds: string[]) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'applied')
    .where(among(engine, 'transaction_id', transactionIds))
    .execute()
