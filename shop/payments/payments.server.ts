import type { Outcome, RefundOutcome } from './outcome.ts'

export type Payments = {
  /**
   * The client secret for what is owed: for a reference, or for an amount alone. A given amount must be what is owed.
   * Refusals: 404 not_found, 403 forbidden, 409 already_paid, cancelled, free, price_differs, not_chargeable,
   * 503 provider_down.
   */
  start(
    owner: { id: string },
    wish: { reference?: string; amountCents?: number },
  ): Promise<{ clientSecret: string }>
  /** The only thing that makes something paid: asks the provider, never the caller. 503 provider_down. */
  settle(transactionId: string, wanted?: { reference: string; ownerId: string }): Promise<Outcome>
  /**
   * Before and after a cancellation: ends open transactions at the provider and settles those that turn out to be paid.
   * Bounded in time; a provider that is down does not throw, what comes later is refunded.
   */
  release(reference: string): Promise<void>
  /** Gives what was paid for a reference back, wholly; a provider that is down is asked again by the sweep. */
  refund(reference: string): Promise<RefundOutcome>
  /** Finds what neither the browser nor a webhook told, and gives back what is due. */
  sweep(): Promise<void>
}
