import type { Reply } from './call.server.ts'
import { badRequest } from './call.server.ts'
import { openDispute } from './disputes.server.ts'
import type { Form } from './form.ts'
import { textOf } from './form.ts'
import type { StandInIntent } from './intents.server.ts'
import { reply, unexpectedState } from './intents.server.ts'
import { cardOf } from './methods.server.ts'
import type { StandInTx } from './objects.server.ts'
import { emitEvent, nowInSeconds, randomText, storeObject } from './objects.server.ts'

/** Charges the card, declines it, or asks the buyer to authenticate. */
export async function confirmIntent(ctx: StandInTx, intent: StandInIntent, form: Form): Promise<Reply> {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
    )
  const methodId = textOf(form, 'payment_method')
  if (!methodId)
    throw badRequest("You cannot confirm this PaymentIntent because it's missing a payment method.")
  const card = await cardOf(ctx, methodId)
  const attempted: StandInIntent = {
    ...intent,
    payment_method: methodId,
    last_payment_error: null,
    next_action: null,
  }
  if (card.asksForAuthentication) return requireAuthentication(ctx, attempted)
  if (card.declined) return decline(ctx, attempted, { type: 'card_error', ...card.declined })
  return reply(await succeed(ctx, attempted))
}

/** The result of the buyer's 3-D Secure challenge. */
export async function authenticate(ctx: StandInTx, intent: StandInIntent, form: Form): Promise<Reply> {
  if (intent.status !== 'requires_action')
    throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status}.`)
  if (textOf(form, 'result') === 'complete') return reply(await succeed(ctx, intent))
  return decline(ctx, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

async function requireAuthentication(ctx: StandInTx, intent: StandInIntent) {
  const waiting: StandInIntent = {
    ...intent,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  }
  await storeObject(ctx, 'payment_intent', waiting)
  await emitEvent(ctx, 'payment_intent.requires_action', waiting)
  return reply(waiting)
}

/** A reply, not a thrown error: the failed attempt is stored. */
async function decline(ctx: StandInTx, intent: StandInIntent, error: Record<string, unknown>) {
  const failed: StandInIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  }
  await storeObject(ctx, 'payment_intent', failed)
  await emitEvent(ctx, 'payment_intent.payment_failed', failed)
  return reply({ error: { ...error, payment_intent: failed } }, 402)
}

async function succeed(ctx: StandInTx, intent: StandInIntent): Promise<StandInIntent> {
  const { number, brand, refunds = 'succeeded', disputed = false } = await cardOf(ctx, intent.payment_method!)
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
    disputed: false,
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
  await storeObject(ctx, 'charge', charge)
  await storeObject(ctx, 'payment_intent', paid)
  await emitEvent(ctx, 'charge.succeeded', charge)
  await emitEvent(ctx, 'payment_intent.succeeded', paid)
  if (disputed) await openDispute(ctx, charge)
  return paid
}
