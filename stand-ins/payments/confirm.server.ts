import type { Reply } from './call.server.ts'
import { badRequest } from './call.server.ts'
import { emitEvent } from './events.server.ts'
import type { Form } from './form.ts'
import { textOf } from './form.ts'
import type { StandInIntent } from './intents.server.ts'
import { answered, unexpectedState } from './intents.server.ts'
import { cardOf } from './methods.server.ts'
import type { Books } from './objects.server.ts'
import { nowInSeconds, randomText, storeObject } from './objects.server.ts'

/** The buyer pays: money moves, or the card says no, or the bank wants to see the buyer first. */
export async function confirmIntent(books: Books, intent: StandInIntent, form: Form): Promise<Reply> {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
    )
  const methodId = textOf(form, 'payment_method')
  if (!methodId)
    throw badRequest("You cannot confirm this PaymentIntent because it's missing a payment method.")
  const card = await cardOf(books, methodId)
  const tried: StandInIntent = {
    ...intent,
    payment_method: methodId,
    last_payment_error: null,
    next_action: null,
  }
  if (card.asksForAuthentication) return askForAuthentication(books, tried)
  if (card.declined) return decline(books, tried, { type: 'card_error', ...card.declined })
  return answered(await succeed(books, tried))
}

/** What the buyer answered in the bank's window. */
export async function authenticate(books: Books, intent: StandInIntent, form: Form): Promise<Reply> {
  if (intent.status !== 'requires_action')
    throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status}.`)
  if (textOf(form, 'result') === 'complete') return answered(await succeed(books, intent))
  return decline(books, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

async function askForAuthentication(books: Books, intent: StandInIntent) {
  const asking: StandInIntent = {
    ...intent,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  }
  await storeObject(books, 'payment_intent', asking)
  await emitEvent(books, 'payment_intent.requires_action', asking)
  return answered(asking)
}

/** An answer and not a refusal: that it was tried and failed is kept. */
async function decline(books: Books, intent: StandInIntent, error: Record<string, unknown>) {
  const failed: StandInIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  }
  await storeObject(books, 'payment_intent', failed)
  await emitEvent(books, 'payment_intent.payment_failed', failed)
  return answered({ error: { ...error, payment_intent: failed } }, 402)
}

async function succeed(books: Books, intent: StandInIntent): Promise<StandInIntent> {
  const {
    number,
    brand,
    refunds = 'succeeded',
    disputed = false,
  } = await cardOf(books, intent.payment_method!)
  const charge = {
    id: `ch_${randomText(24)}`,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    paid: true,
    captured: true,
    refunded: false,
    status: 'succeeded',
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: { type: 'card', card: { brand, last4: number.slice(-4) } },
    disputed,
    refunds_become: refunds,
    refund_ids: [],
    created: nowInSeconds(),
    livemode: false,
    metadata: intent.metadata,
  }
  const paid: StandInIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
  }
  await storeObject(books, 'charge', charge)
  await storeObject(books, 'payment_intent', paid)
  await emitEvent(books, 'charge.succeeded', charge)
  await emitEvent(books, 'payment_intent.succeeded', paid)
  return paid
}
