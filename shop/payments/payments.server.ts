import { hours } from '~/platform/time.ts'
import { cancelOpenIntents } from './cancel-intents.server.ts'
import type { PaymentsContext } from './context.server.ts'
import type { Outcome, RefundOutcome } from './outcome.ts'
import { reconcile } from './reconcile.server.ts'
import type { Alongside } from './refunds/refund.server.ts'
import { closeRefund, refund, retryRefund } from './refunds/refund.server.ts'
import { settle } from './settle.server.ts'
import { start } from './start.server.ts'
import { sweep } from './sweep.server.ts'

/** `now` is the clock; left out, it is the real one. */
type PaymentsParts = Omit<PaymentsContext, 'now'> & { now?: () => Date }

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
  /**
   * Gives what is left of what was paid for a reference back; a provider that is down is asked again by the sweep.
   * `alongside` is done once, together with the decision: whatever happens afterwards, it is not lost.
   */
  refund(reference: string, alongside?: Alongside): Promise<RefundOutcome>
  /** Somebody says that something has happened to the refunds of a transaction: looks, and writes it down. */
  noticeRefund(transactionId: string): Promise<void>
  /** Tries a refund once more that was refused or has failed. */
  retryRefund(id: string, alongside?: Alongside): Promise<RefundOutcome>
  /** A refund that was refused or has failed is taken care of otherwise; false when it is not such a one. */
  closeRefund(id: string, alongside?: Alongside): Promise<boolean>
  /** Finds what neither the browser nor a webhook told, and gives back what is due. */
  sweep(): Promise<void>
}

/** How far back the provider's list is read: a day after a start, then what is new. */
const firstLookBackMs = hours(24)
const overlapMs = hours(1)

export function createPayments({ now = () => new Date(), ...given }: PaymentsParts): Payments {
  const parts = { ...given, now }
  let listSince = new Date(now().getTime() - firstLookBackMs)
  return {
    start: (owner, wish) => start(parts, owner, wish),
    settle: (transactionId, wanted) => settle(parts, transactionId, wanted),
    release: (reference) => cancelOpenIntents(parts, reference),
    refund: (reference, alongside) => refund(parts, reference, alongside),
    noticeRefund: (transactionId) => reconcile(parts, transactionId),
    retryRefund: (id, alongside) => retryRefund(parts, id, alongside),
    closeRefund: (id, alongside) => closeRefund(parts, id, alongside),
    async sweep() {
      const begunAt = now()
      const { listed } = await sweep(parts, listSince)
      if (listed) listSince = new Date(begunAt.getTime() - overlapMs)
    },
  }
}
