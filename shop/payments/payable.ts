import type { Tx } from '~/platform/db/database.server.ts'

/** What is owed. Payments know amounts and references; what a reference stands for is told through `Payable`. */
export type Due = {
  reference: string
  ownerId: string
  amountCents: number
  state: 'unpaid' | 'paid' | 'cancelled'
}

/** Given to payments by whoever sells: the only way in which money reaches an order. */
export type Payable = {
  /** The row stays locked until the transaction ends. */
  lock(tx: Tx, reference: string): Promise<Due | undefined>
  /** Conditional on being unpaid; false when it was not, and then nothing is written. */
  markPaid(tx: Tx, reference: string, transactionId: string): Promise<boolean>
  /** A payment for it was given back in full. */
  markRefunded(tx: Tx, reference: string, transactionId: string): Promise<void>
  /** References of this person that are unpaid and cost exactly this much. */
  unpaid(tx: Tx, ownerId: string, amountCents: number): Promise<string[]>
}
