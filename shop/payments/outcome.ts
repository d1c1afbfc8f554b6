/**
 * What became of a transaction, after the provider was asked.
 * - applied: it has paid `reference`, now or earlier
 * - pending: no money has moved yet, or it waits for something to pay
 * - refunding: the money came too late or does not fit, and goes back (or has gone back)
 * - stuck: the same, but the provider does not give it back
 * - void: it was cancelled and can never be paid
 * - not-yours: it belongs to another person or to another reference
 * - unknown: the provider knows no such transaction of this shop
 */
export type Outcome = {
  kind: 'applied' | 'pending' | 'refunding' | 'stuck' | 'void' | 'not-yours' | 'unknown'
  reference?: string
}

/** How a refund stands after the provider was asked, and what it said if it said something. */
export type RefundOutcome = {
  state: 'requested' | 'pending' | 'refused' | 'failed' | 'succeeded' | 'nothing-to-refund'
  reason?: string
}
