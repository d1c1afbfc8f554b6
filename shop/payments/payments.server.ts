import { hours } from '~/platform/time.ts'
import { cancelOpenIntents } from './cancel-intents.server.ts'
import type { PaymentsContext } from './context.server.ts'
import { reconcileDisputes } from './disputes/dispute.server.ts'
import type { Outcome, RefundOutcome } from './outcome.ts'
import { reconcile } from './reconcile.server.ts'
import type { RefundRequest, TransactionHook } from './refunds/refund.server.ts'
import { closeRefund, refund, retryRefund } from './refunds/refund.server.ts'
import type { ExpectedPayment } from './settle.server.ts'
import { settle } from './settle.server.ts'
import type { StartInput } from './start.server.ts'
import { start } from './start.server.ts'
import { sweep } from './sweep.server.ts'

/** `now` is the clock; the default is the real one. */
type PaymentsOptions = Omit<PaymentsContext, 'now'> & { now?: () => Date }

export type Payments = {
  /**
   * The client secret for what is owed: for a reference, or for an amount alone. A given amount must be what is owed.
   * Refusals: 404 not_found, 403 forbidden, 409 already_paid, cancelled, free, price_differs, not_chargeable,
   * 503 provider_down.
   */
  start(owner: { id: string }, input: StartInput): Promise<{ clientSecret: string }>
  /** The only thing that marks something as paid: asks the provider, never trusts the caller. 503 provider_down. */
  settle(transactionId: string, expected?: ExpectedPayment): Promise<Outcome>
  /**
   * Before and after a cancellation: cancels open intents at the provider and settles those that turn out to be paid.
   * Bounded in time. Does not throw when the provider is down: money that arrives later is refunded.
   */
  cancelOpenIntents(reference: string): Promise<void>
  /** Refunds a part of the payment for a reference, or what is left; when the provider is down, the sweep tries again. */
  refund(reference: string, request?: RefundRequest): Promise<RefundOutcome>
  /** Reads the refunds of a transaction from the provider and stores them. */
  reconcileRefunds(transactionId: string): Promise<void>
  /** Reads the disputes of a transaction from the provider and stores them. */
  reconcileDisputes(transactionId: string): Promise<void>
  /** Sends a refund again that was refused or has failed. */
  retryRefund(id: string, hook?: TransactionHook): Promise<RefundOutcome>
  /** Closes a refund that was refused or has failed and is handled outside the shop; false when it is in another state. */
  closeRefund(id: string, hook?: TransactionHook): Promise<boolean>
  /** Finds payments that neither the browser nor a webhook reported, and sends refunds that are due. */
  sweep(): Promise<void>
}

/** How far back the provider's list is read: a day after a start, then what is new. */
const firstLookBackMs = hours(24)
const overlapMs = hours(1)

const allThatIsLeft: RefundRequest = {
  topics: [],
  decide: async (_, leftCents) => ({ cents: leftCents, store: async () => {} }),
}

export function createPayments({ now = () => new Date(), ...options }: PaymentsOptions): Payments {
  const ctx = { ...options, now }
  let listSince = new Date(now().getTime() - firstLookBackMs)
  return {
    start: (owner, input) => start(ctx, owner, input),
    settle: (transactionId, expected) => settle(ctx, transactionId, expected),
    cancelOpenIntents: (reference) => cancelOpenIntents(ctx, reference),
    refund: (reference, request = allThatIsLeft) => refund(ctx, reference, request),
    reconcileRefunds: (transactionId) => reconcile(ctx, transactionId),
    reconcileDisputes: (transactionId) => reconcileDisputes(ctx, transactionId),
    retryRefund: (id, hook) => retryRefund(ctx, id, hook),
    closeRefund: (id, hook) => closeRefund(ctx, id, hook),
    async sweep() {
      const startedAt = now()
      const { listed } = await sweep(ctx, listSince)
      if (listed) listSince = new Date(startedAt.getTime() - overlapMs)
    },
  }
}
