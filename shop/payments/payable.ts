import type { DisputeRow, RefundRow } from '~/database/tables.ts'
import type { Tx } from '~/platform/db/database.server.ts'

/** What is owed. Payments know amounts and references; `Payable` knows what a reference stands for. */
export type Due = {
  reference: string
  ownerId: string
  amountCents: number
  state: 'unpaid' | 'paid' | 'cancelled'
}

/** The refunds of one transaction, as they stand now and as they changed. */
export type RefundUpdate = {
  transactionId: string
  /** All of them, oldest first. */
  refunds: RefundRow[]
  isFullyRefunded: boolean
  /** What has gone back beyond the payment: the bank may take money back that a refund returns as well. */
  overpaidCents: number
  /** Those that have succeeded since the last update. */
  succeeded: RefundRow[]
  /** Those that had succeeded before and have bounced since the last update. */
  bounced: RefundRow[]
}

/** The disputes of one transaction, oldest first, and the state of the one that says most. */
export type DisputeUpdate = { transactionId: string; state: DisputeRow['state']; disputes: DisputeRow[] }

/** Implemented by what is sold: the only way for payments to change an order. */
export type Payable = {
  /** The row stays locked until the transaction ends. */
  lock(tx: Tx, reference: string): Promise<Due | undefined>
  /**
   * Conditional on being unpaid; false when it was not, and then nothing is written. The last step of its transaction:
   * it may hold what others wait for.
   */
  markPaid(tx: Tx, reference: string, by: { transactionId: string; cardLast4?: string }): Promise<boolean>
  /** The refunds of a transaction for this reference may have changed; called at least once per change. */
  onRefundChanged(tx: Tx, reference: string, update: RefundUpdate): Promise<void>
  /**
   * The bank of the customer who paid this reference takes the money back, has decided not to, or has taken it; called
   * at least once per change.
   */
  onDisputeChanged(tx: Tx, reference: string, dispute: DisputeUpdate): Promise<void>
  /** A refund that has failed is sent again as another one, which takes its place. */
  onRefundReplaced(tx: Tx, replaced: { by: string; id: string }): Promise<void>
  /**
   * What this person has not paid and may mean by an amount alone, each with what is owed for it. That can be another
   * amount: who knows the price of an order knows neither its delivery nor what is paid together with it.
   */
  findUnpaid(tx: Tx, ownerId: string, amountCents: number): Promise<Pick<Due, 'reference' | 'amountCents'>[]>
}
