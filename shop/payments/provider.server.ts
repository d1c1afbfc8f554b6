import Stripe from 'stripe'
import type { Log } from '~/platform/log.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { isTransactionId } from './rules.ts'

export type Intent = Stripe.PaymentIntent
export type ProviderRefund = {
  id: string
  /** Of the transaction that it gives back; undefined for money that did not come by one. */
  transactionId: string | undefined
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed'
  /** Why it is pending or has failed. */
  reason: string | null
  metadata: Record<string, string>
}
export type ProviderKeys = { secretKey: string; webhookSecret: string; live: boolean }
/** How long a call may take, and how often it is tried again. */
export type Patience = { timeoutMs: number; retries: number }

type Parts = { keys: ProviderKeys; log: Log; fetch?: typeof fetch; patience?: Patience | undefined }
const usual: Patience = { timeoutMs: 6000, retries: 1 }

export type Provider = ReturnType<typeof createProvider>

/** The card payment provider, by its own SDK: every call bounded in time, every failure one of two kinds. */
export function createProvider({ keys, log, fetch, patience = usual }: Parts) {
  const stripe = new Stripe(keys.secretKey, {
    timeout: patience.timeoutMs,
    maxNetworkRetries: patience.retries,
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  })
  // Where a customer waits for several calls in a row.
  const quickly = { timeout: Math.min(3000, patience.timeoutMs), maxNetworkRetries: 0 }

  /** What the caller does not understand goes into the log; what the provider said is never passed on. */
  async function reached<T>(call: Promise<T>, understands: (refused: ProviderRefused) => boolean = never) {
    try {
      return await call
    } catch (error) {
      const trouble = troubleOf(error)
      if (!trouble) throw error
      const isUnderstood =
        trouble instanceof ProviderRefused ? understands(trouble) : !(trouble.cause instanceof Error)
      if (!isUnderstood) log.error(facts(error), 'the payment provider gave an answer that is not understood')
      throw trouble
    }
  }

  async function known(call: Promise<Intent>) {
    try {
      return sound(await reached(call, isMissing))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function* eachOf<T>(list: AsyncIterable<T>) {
    const rows = list[Symbol.asyncIterator]()
    for (let next = await reached(rows.next()); !next.done; next = await reached(rows.next()))
      yield next.value as T
  }

  const ask = (id: string) =>
    isTransactionId(id)
      ? known(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
      : Promise.resolve(undefined)

  return {
    live: keys.live,
    /** How a transaction stands now; undefined when there is no such one. */
    ask,
    /** Begins a transaction; the same key gives the same one. */
    async begin(wish: {
      amountCents: number
      currency: string
      metadata: Record<string, string>
      key: string
    }) {
      const { amountCents: amount, currency, metadata, key: idempotencyKey } = wish
      const automatic_payment_methods = { enabled: true }
      const born = await reached(
        stripe.paymentIntents.create(
          { amount, currency, metadata, automatic_payment_methods },
          { idempotencyKey },
        ),
      )
      // A replayed answer shows the transaction as it was at birth. With a fetch of ours the headers are of another
      // kind than the SDK's types say.
      const isReplay = new Headers(born.lastResponse.headers).get('idempotent-replayed') === 'true'
      return (isReplay && (await ask(born.id))) || sound(born as Intent)
    },
    /** Ends a transaction that can still be ended; answers how it stands now. */
    async end(id: string) {
      try {
        return await reached(stripe.paymentIntents.cancel(id, undefined, quickly), always)
      } catch (error) {
        if (!(error instanceof ProviderRefused)) throw error
        return known(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, quickly))
      }
    },
    /** Gives some of it back; the same key gives the same refund. What the provider refuses is thrown with its words. */
    async giveBack(wish: {
      transactionId: string
      amountCents: number
      metadata: Record<string, string>
      key: string
    }) {
      const { transactionId: payment_intent, amountCents: amount, metadata, key: idempotencyKey } = wish
      const made = stripe.refunds.create({ payment_intent, amount, metadata }, { idempotencyKey })
      return readRefund(await reached(made, always))
    },
    /** Every refund of a transaction, whoever made it. */
    async refundsOf(transactionId: string) {
      const refunds: ProviderRefund[] = []
      const listed = stripe.refunds.list({ payment_intent: transactionId, limit: 100 })
      for await (const refund of eachOf(listed)) refunds.push(readRefund(refund))
      return refunds
    },
    /** Every refund made since then. */
    async *refundsSince(time: Date) {
      const created = { gte: Math.floor(time.getTime() / 1000) }
      for await (const refund of eachOf(stripe.refunds.list({ limit: 100, created })))
        yield readRefund(refund)
    },
    /** Everything begun since then, newest first. */
    async *since(time: Date) {
      const created = { gte: Math.floor(time.getTime() / 1000) }
      yield* eachOf(stripe.paymentIntents.list({ limit: 100, created }))
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

/** The provider did not do what it was asked for. To a customer both kinds are the same: not now. */
export abstract class ProviderTrouble extends Refusal {
  constructor(options?: { cause?: unknown }) {
    super(
      503,
      'provider_down',
      'The payment provider does not answer. Nothing is lost; please try again soon.',
    )
    this.cause = options?.cause
  }
}

/** It cannot be asked now, by nobody. `remembered`: its error will be repeated for the same idempotency key. */
export class ProviderDown extends ProviderTrouble {
  constructor(
    readonly remembered: boolean,
    options?: { cause?: unknown },
  ) {
    super(options)
  }
}

/** It says no to this one call, and why: for the shop's admins, never for customers. */
export class ProviderRefused extends ProviderTrouble {
  constructor(
    readonly code: string | undefined,
    readonly said: string,
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

/** Undefined for what is no word of the provider's but a mistake of ours. With a cause where nobody expects it. */
function troubleOf(error: unknown): ProviderTrouble | undefined {
  if (!(error instanceof StripeError)) return undefined
  if (error instanceof StripeAPIError) return new ProviderDown((error.statusCode ?? 0) >= 500)
  if (error instanceof StripeConnectionError || error instanceof StripeRateLimitError)
    return new ProviderDown(false)
  if (error instanceof StripeIdempotencyError)
    // The same key is being worked on at this moment, or was used for something else: then only another one helps.
    return error.statusCode === 409 ? new ProviderDown(false) : new ProviderDown(true, { cause: error })
  if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError)
    return new ProviderRefused(error.code, error.message)
  // Keys that were withdrawn, for one: each call would end so.
  return new ProviderDown(false, { cause: error })
}

/** Without the provider's words, which may name a key or a person. */
function facts(error: unknown) {
  const { type, code, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>
  return { type, code, status: statusCode, request: requestId }
}

/** Whoever answers in the provider's place, a broken proxy for one, is not believed a word. */
function sound(intent: Intent) {
  const { id, amount, status, client_secret: secret } = intent
  const isSound =
    isTransactionId(id) && Number.isSafeInteger(amount) && typeof status === 'string' && secret !== undefined
  if (!isSound) throw new ProviderDown(false)
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
    // Whatever else it may be, it has not arrived.
    state: refundStates[status] ?? 'pending',
    reason: refund.failure_reason ?? refund.pending_reason ?? null,
    metadata: metadata ?? {},
  }
}
