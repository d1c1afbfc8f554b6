import type { PaymentRow } from '~/database/tables.ts'
import type { Topic } from '~/database/topics.ts'
import type { Tx } from '~/platform/db/database.server.ts'
import type { RefundOutcome } from './outcome.ts'
import type { Parts } from './parts.server.ts'
import { time } from './parts.server.ts'
import { ProviderDown } from './provider.server.ts'
import { paymentOf } from './store.server.ts'

/** What goes with a refund, in the transaction that decides on it: both are written, or neither. */
export type Alongside = { changes: readonly Topic[]; act: (tx: Tx) => Promise<void> }

/** Gives back what was paid for a reference. First it is written down, then done: it cannot be forgotten half-way. */
export async function refund(parts: Parts, reference: string, alongside?: Alongside): Promise<RefundOutcome> {
  const due = await parts.database.change(alongside?.changes ?? [], async (tx) => {
    await parts.payable.lock(tx, reference)
    const written = await tx
      .updateTable('payments')
      .set({ state: 'refund_due', reason: 'given back by the shop', checked_at: time(parts) })
      .where('reference', '=', reference)
      .where('state', '=', 'applied')
      .returningAll()
      .executeTakeFirst()
    if (written) await alongside?.act(tx)
    return written
  })
  return due ? giveBack(parts, due) : 'nothing-to-refund'
}

/** Safe to repeat: the key makes it one refund, and a full refund cannot happen twice anyway. */
export async function giveBack(parts: Parts, payment: PaymentRow): Promise<RefundOutcome> {
  const { transaction_id: id, refund_attempt: attempt } = payment
  try {
    const { refundId, failed } = await parts.provider.giveBack(id, `${parts.shop}:refund:${id}:${attempt}`)
    if (!failed) {
      await noteGivenBack(parts, id, refundId)
      return 'refunded'
    }
    parts.log.error({ transaction: id }, 'the provider could not give the money back')
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    // Unreached: the same key again. An error that the provider would repeat for this key: the next one.
    if (!error.remembered) return 'refunding'
  }
  await parts.database.db
    .updateTable('payments')
    .set({ refund_attempt: attempt + 1 })
    .where('transaction_id', '=', id)
    .where('refund_attempt', '=', attempt)
    .execute()
  return 'refunding'
}

/** Given back by us or, by hand, at the provider. */
async function noteGivenBack(parts: Parts, transactionId: string, refundId: string | null) {
  const { database, payable } = parts
  const payment = await paymentOf(database.db, transactionId)
  if (!payment) return
  const { reference } = payment
  await database.change([], async (tx) => {
    if (reference) await payable.lock(tx, reference)
    const noted = await tx
      .updateTable('payments')
      .set({ state: 'refunded', refund_id: refundId, checked_at: time(parts) })
      .where('transaction_id', '=', transactionId)
      .where('state', 'in', ['refund_due', 'applied'])
      .returning('transaction_id')
      .executeTakeFirst()
    if (noted && reference) await payable.markRefunded(tx, reference, transactionId)
  })
}

/** Somebody says that money went back: the provider is asked whether all of it did. */
export async function noticeRefund(parts: Parts, transactionId: string) {
  const intent = await parts.provider.ask(transactionId)
  const charge = intent?.latest_charge
  if (charge && typeof charge === 'object' && charge.refunded) await noteGivenBack(parts, transactionId, null)
}
