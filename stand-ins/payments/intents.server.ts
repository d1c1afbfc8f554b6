import type { Reply } from './call.server.ts'
import { badRequest } from './call.server.ts'
import type { Form } from './form.ts'
import { nestedIn, textOf, textsOf } from './form.ts'
import type { StandInTx } from './objects.server.ts'
import { deletionTime, emitEvent, nowInSeconds, randomText, storeObject } from './objects.server.ts'

export type StandInIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  client_secret: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  created: number
  livemode: false
  metadata: Record<string, string>
  payment_method: string | null
  latest_charge: string | null
  last_payment_error: unknown
  next_action: unknown
  canceled_at: number | null
} & Record<string, unknown>

const knownParams = [
  'amount',
  'currency',
  'metadata',
  'automatic_payment_methods',
  'description',
  'receipt_email',
]

export async function createIntent(ctx: StandInTx, form: Form): Promise<StandInIntent> {
  const unknown = Object.keys(form).find((name) => !knownParams.includes(name))
  if (unknown === 'payment_method_types')
    throw badRequest('`payment_method_types` is no longer supported on this API version.', {
      code: 'payment_method_types_no_longer_supported',
      param: unknown,
    })
  if (unknown)
    throw badRequest(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  const id = `pi_${randomText(24)}`
  const intent: StandInIntent = {
    id,
    object: 'payment_intent',
    amount: amountIn(form),
    amount_capturable: 0,
    amount_received: 0,
    currency: currencyIn(form),
    client_secret: `${id}_secret_${randomText(25)}`,
    status: 'requires_payment_method',
    created: nowInSeconds(),
    livemode: false,
    metadata: textsOf(nestedIn(form, 'metadata')),
    description: textOf(form, 'description') ?? null,
    receipt_email: textOf(form, 'receipt_email') ?? null,
    payment_method_types: ['card'],
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    canceled_at: null,
    cancellation_reason: null,
    customer: null,
  }
  await storeObject(ctx, 'payment_intent', intent)
  await emitEvent(ctx, 'payment_intent.created', intent)
  return intent
}

export async function cancelIntent(ctx: StandInTx, intent: StandInIntent): Promise<StandInIntent> {
  if (!intent.status.startsWith('requires_'))
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
    )
  const canceled: StandInIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: nowInSeconds(),
    next_action: null,
  }
  await storeObject(ctx, 'payment_intent', canceled, { deleteAt: deletionTime() })
  await emitEvent(ctx, 'payment_intent.canceled', canceled)
  return canceled
}

export const unexpectedState = (intent: StandInIntent, message: string) =>
  badRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })

export const reply = (body: unknown, status = 200): Reply => ({ status, body })

const minAmount = 50
const maxAmount = 99_999_999

function amountIn(form: Form) {
  const text = textOf(form, 'amount')
  const problem = (code: string, message: string) => badRequest(message, { code, param: 'amount' })
  if (text === undefined) throw problem('parameter_missing', 'Missing required param: amount.')
  if (!/^\d{1,12}$/.test(text)) throw problem('parameter_invalid_integer', `Invalid integer: ${text}`)
  const amount = Number(text)
  if (amount < minAmount) throw problem('amount_too_small', 'Amount must be at least $0.50 usd')
  if (amount > maxAmount) throw problem('amount_too_large', 'Amount must be no more than $999,999.99')
  return amount
}

function currencyIn(form: Form) {
  const currency = textOf(form, 'currency') ?? ''
  if (!/^[a-z]{3}$/.test(currency))
    throw badRequest('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' })
  return currency
}
