import type { Tx } from '~/platform/db/database.server.ts'

/** What is owed. Payments know amounts and references; what a reference stands for is told through `Payable`. */
export type Due = {
  reference: string
  ownerId: string
  amountCents: number
  state: 'unpaid' | 'paid' | 'cancelled'
}

export type RefundNews = {
  transactionId: string
  /** Of the refund that says most about where the money is; undefined when there is none. */
  state: 'requested' | 'pending' | 'refused' | 'failed' | 'succeeded' | undefined
  reason: string | undefined
  /** In all, by every refund that has succeeded. */
  returnedCents: number
  isWhole: boolean
  /** The amounts that have arrived since the last time, and those that had arrived and have come back. */
  returned: number[]
  cameBack: number[]
}

/** Given to payments by whoever sells: the only way in which money reaches an order. */
export type Payable = {
  /** The row stays locked until the transaction ends. */
  lock(tx: Tx, reference: string): Promise<Due | undefined>
  /** Conditional on being unpaid; false when it was not, and then nothing is written. */
  markPaid(tx: Tx, reference: string, by: { transactionId: string; cardLast4?: string }): Promise<boolean>
  /** Something has happened to the refunds of a transaction that was for it; may be told twice. */
  noteRefund(tx: Tx, reference: string, news: RefundNews): Promise<void>
  /** References of this person that are unpaid and cost exactly this much. */
  unpaid(tx: Tx, ownerId: string, amountCents: number): Promise<string[]>
}
