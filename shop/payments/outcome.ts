/**
 * The result of settling a transaction.
 * - applied: it has paid `reference`, now or earlier
 * - pending: no money has moved yet, or the payment is not assigned to anything yet
 * - refunding: the money came too late or does not match, and is being refunded (or has been)
 * - stuck: the same, but the provider does not make the refund
 * - void: it was cancelled and can never be paid
 * - not-yours: it belongs to another person or to another reference
 * - unknown: the provider knows no such transaction of this shop
 */
export type Outcome = {
  kind: 'applied' | 'pending' | 'refunding' | 'stuck' | 'void' | 'not-yours' | 'unknown'
  reference?: string
}

/** The state of a refund after the provider was asked, with the provider's message if there is one. */
export type RefundOutcome = {
  state: 'requested' | 'pending' | 'refused' | 'failed' | 'succeeded' | 'nothing-to-refund'
  reason?: string
}
