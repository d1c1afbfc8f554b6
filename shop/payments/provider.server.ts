import Stripe from 'stripe'
import type { DisputeRow } from '~/database/tables.ts'
import type { Log } from '~/platform/log.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { isTransactionId } from './rules.ts'

export type Intent = Stripe.PaymentIntent
export type ProviderRefund = {
  id: string
  /** The intent that it refunds; undefined for a charge without one. */
  transactionId: string | undefined
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it is pending or has failed. */
  reason: string | null
  metadata: Record<string, string>
}
export type ProviderDispute = {
  id: string
  /** The intent that it is about; undefined for a charge without one. */
  transactionId: string | undefined
  amountCents: number
  state: DisputeRow['state']
  reason: string
}
export type ProviderKeys = { secretKey: string; webhookSecret: string; live: boolean }
export type RetryPolicy = { timeoutMs: number; retries: number }

type ProviderOptions = {
  keys: ProviderKeys
  log: Log
  fetch?: typeof fetch
  retryPolicy?: RetryPolicy | undefined
}
const defaultPolicy: RetryPolicy = { timeoutMs: 6000, retries: 1 }

export type Provider = ReturnType<typeof createProvider>

/** The payment provider through its SDK: every call has a timeout, every failure is one of two kinds of error. */
export function createProvider({ keys, log, fetch, retryPolicy = defaultPolicy }: ProviderOptions) {
  const stripe = new Stripe(keys.secretKey, {
    timeout: retryPolicy.timeoutMs,
    maxNetworkRetries: retryPolicy.retries,
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  })
  // For calls of which a customer awaits several in a row.
  const shortTimeout = { timeout: Math.min(3000, retryPolicy.timeoutMs), maxNetworkRetries: 0 }

  /** Turns errors of the SDK into ours and logs those that nobody expects, without the provider's message. */
  async function translateErrors<T>(
    call: Promise<T>,
    isExpected: (error: ProviderRefused) => boolean = never,
  ) {
    try {
      return await call
    } catch (error) {
      const translated = toProviderError(error)
      if (!translated) throw error
      const isKnown =
        translated instanceof ProviderRefused ? isExpected(translated) : !(translated.cause instanceof Error)
      if (!isKnown) log.error(logFields(error), 'the payment provider gave an answer that is not understood')
      throw translated
    }
  }

  async function findIntent(call: Promise<Intent>) {
    try {
      return validateIntent(await translateErrors(call, isMissing))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function* iterate<T>(list: AsyncIterable<T>) {
    const rows = list[Symbol.asyncIterator]()
    for (;;) {
      const next = await translateErrors(rows.next())
      if (next.done) return
      yield next.value as T
    }
  }

  const retrieveIntent = (id: string) =>
    isTransactionId(id)
      ? findIntent(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
      : Promise.resolve(undefined)

  return {
    /** Asks for next to nothing; rejects when the keys are refused, or nobody answers. */
    checkKeys: () => translateErrors(stripe.paymentIntents.list({ limit: 1 })),
    live: keys.live,
    /** Undefined when there is no such intent. */
    retrieveIntent,
    /** What the provider keeps of a payment; undefined until it says so. */
    async feeOf(id: string) {
      const expand = ['latest_charge.balance_transaction']
      const intent = await findIntent(stripe.paymentIntents.retrieve(id, { expand }))
      const charge = intent?.latest_charge
      const movement = typeof charge === 'object' ? charge?.balance_transaction : undefined
      if (typeof movement !== 'object' || !movement || !Number.isSafeInteger(movement.fee)) return undefined
      return { cents: movement.fee, currency: String(movement.currency).toUpperCase() }
    },
    /** The same idempotency key gives the same intent. */
    async createIntent(params: {
      amountCents: number
      currency: string
      metadata: Record<string, string>
      key: string
    }) {
      const { amountCents: amount, currency, metadata, key: idempotencyKey } = params
      const automatic_payment_methods = { enabled: true }
      const created = await translateErrors(
        stripe.paymentIntents.create(
          { amount, currency, metadata, automatic_payment_methods },
          { idempotencyKey },
        ),
      )
      // A replayed response shows the intent as it was when it was created. With a custom fetch the headers have
      // another type than the SDK declares.
      const isReplay = new Headers(created.lastResponse.headers).get('idempotent-replayed') === 'true'
      return (isReplay && (await retrieveIntent(created.id))) || validateIntent(created as Intent)
    },
    /** Cancels the intent if that is still possible; returns its current state. */
    async cancelIntent(id: string) {
      try {
        return await translateErrors(stripe.paymentIntents.cancel(id, undefined, shortTimeout), always)
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error
        return findIntent(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, shortTimeout))
      }
    },
    /** The same idempotency key gives the same refund. A refusal is thrown with the provider's message. */
    async createRefund(params: {
      transactionId: string
      amountCents: number
      metadata: Record<string, string>
      key: string
    }) {
      const { transactionId: payment_intent, amountCents: amount, metadata, key: idempotencyKey } = params
      const created = stripe.refunds.create({ payment_intent, amount, metadata }, { idempotencyKey })
      return readRefund(await translateErrors(created, always))
    },
    /** Every refund of a transaction, made by the shop or by hand. */
    async listRefunds(transactionId: string) {
      const refunds: ProviderRefund[] = []
      const listed = stripe.refunds.list({ payment_intent: transactionId, limit: 100 })
      for await (const refund of iterate(listed)) refunds.push(readRefund(refund))
      return refunds
    },
    async *listRefundsSince(time: Date) {
      const created = { gte: Math.floor(time.getTime() / 1000) }
      for await (const refund of iterate(stripe.refunds.list({ limit: 100, created })))
        yield readRefund(refund)
    },
    async listDisputes(transactionId: string) {
      const disputes: ProviderDispute[] = []
      const listed = stripe.disputes.list({ payment_intent: transactionId, limit: 100 })
      for await (const dispute of iterate(listed)) disputes.push(readDispute(dispute))
      return disputes
    },
    async *listDisputesSince(time: Date) {
      const created = { gte: Math.floor(time.getTime() / 1000) }
      for await (const dispute of iterate(stripe.disputes.list({ limit: 100, created })))
        yield readDispute(dispute)
    },
    /** Newest first. */
    async *listIntentsSince(time: Date) {
      const created = { gte: Math.floor(time.getTime() / 1000) }
      yield* iterate(stripe.paymentIntents.list({ limit: 100, created }))
    },
    /** Undefined when it was not signed by the provider, or too long ago. */
    readEvent(body: Buffer, signature: string) {
      try {
        return stripe.webhooks.constructEvent(body, signature, keys.webhookSecret)
      } catch {
        return undefined
      }
    },
  }
}

const never = () => false
const always = () => true
const isMissing = (error: unknown) => error instanceof ProviderRefused && error.code === 'resource_missing'

/** The provider did not do what it was asked to do. Customers get the same refusal for both kinds. */
export abstract class ProviderError extends Refusal {
  constructor(options?: { cause?: unknown }) {
    super(
      503,
      'provider_down',
      'The payment provider does not answer. Nothing is lost; please try again soon.',
    )
    this.cause = options?.cause
  }
}

/** It cannot be reached. `isReplayed`: the provider will repeat this error for the same idempotency key. */
export class ProviderDown extends ProviderError {
  constructor(
    readonly isReplayed: boolean,
    options?: { cause?: unknown },
  ) {
    super(options)
  }
}

/** It refuses this one call. Its message is for the shop's admins, never for customers. */
export class ProviderRefused extends ProviderError {
  constructor(
    readonly code: string | undefined,
    readonly providerMessage: string,
  ) {
    super()
  }
}

const {
  StripeError,
  StripeConnectionError,
  StripeAPIError,
  StripeRateLimitError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripeCardError,
} = Stripe.errors

/** Undefined for errors that do not come from the provider. With a cause where the error is unexpected. */
function toProviderError(error: unknown): ProviderError | undefined {
  if (!(error instanceof StripeError)) return undefined
  if (error instanceof StripeAPIError) return new ProviderDown((error.statusCode ?? 0) >= 500)
  if (error instanceof StripeConnectionError || error instanceof StripeRateLimitError)
    return new ProviderDown(false)
  if (error instanceof StripeIdempotencyError)
    // 409: a request with this key is in progress. Else it was used for another request, and only a new key helps.
    return error.statusCode === 409 ? new ProviderDown(false) : new ProviderDown(true, { cause: error })
  if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError)
    return new ProviderRefused(error.code, error.message)
  // For example revoked API keys: every call would fail.
  return new ProviderDown(false, { cause: error })
}

/** Without the provider's message, which may name a key or a person. */
function logFields(error: unknown) {
  const { type, code, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>
  return { type, code, status: statusCode, request: requestId }
}

/** A response that is not the provider's, such as that of a broken proxy, must not be used. */
function validateIntent(intent: Intent) {
  const { id, amount, status, client_secret: secret } = intent
  const isValid =
    isTransactionId(id) && Number.isSafeInteger(amount) && typeof status === 'string' && secret !== undefined
  if (!isValid) throw new ProviderDown(false)
  return intent
}

const refundStates: Record<string, ProviderRefund['state']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

function readRefund(refund: Stripe.Refund): ProviderRefund {
  const { id, amount, status, payment_intent: intent, metadata } = refund
  if (typeof id !== 'string' || !Number.isSafeInteger(amount) || typeof status !== 'string')
    throw new ProviderDown(false)
  return {
    id,
    transactionId: (typeof intent === 'string' ? intent : intent?.id) ?? undefined,
    amountCents: amount,
    // Any other status: the money has not arrived.
    state: refundStates[status] ?? 'pending',
    reason: refund.failure_reason ?? refund.pending_reason ?? null,
    metadata: metadata ?? {},
  }
}

/** A warning has taken nothing: a refund ends it. Any other status: it is not decided. */
const disputeStates: Record<string, ProviderDispute['state']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  won: 'won',
  prevented: 'won',
  lost: 'lost',
}

function readDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { id, amount, status, payment_intent: intent, reason } = dispute
  if (typeof id !== 'string' || !Number.isSafeInteger(amount) || typeof status !== 'string')
    throw new ProviderDown(false)
  return {
    id,
    transactionId: (typeof intent === 'string' ? intent : intent?.id) ?? undefined,
    amountCents: amount,
    state: disputeStates[status] ?? 'open',
    reason,
  }
}
