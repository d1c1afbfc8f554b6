import type { Stripe } from '@stripe/stripe-js'
import type { CardElement } from './card-element.ts'
import { createCardElement } from './card-element.ts'
import { challenge } from './challenge.ts'
import type { BrowserIntent, ProviderError } from './provider-calls.ts'
import { providerCalls } from './provider-calls.ts'

type Billing = { name?: string | null; email?: string | null }
type MethodWish = { card: CardElement; billing_details?: Billing }
type IntentAnswer = { paymentIntent: BrowserIntent } | { error: ProviderError }

/** The part of the provider's script that a card form uses, for a shop without keys. Test cards only. */
export function createStandIn(publishableKey: string): Stripe {
  const provider = providerCalls(publishableKey)

  async function createPaymentMethod({ card, billing_details = {} }: MethodWish) {
    const typed = card.typed()
    const problem = card.problem()
    card.mark(problem)
    if (problem || !typed) return { error: problem }
    const { body, error } = await provider.createMethod({
      type: 'card',
      'card[number]': typed.number,
      'card[exp_month]': typed.expiry.slice(0, 2),
      'card[exp_year]': `20${typed.expiry.slice(2)}`,
      'card[cvc]': typed.cvc,
      'billing_details[name]': billing_details.name ?? '',
      'billing_details[email]': billing_details.email ?? '',
    })
    card.mark(error)
    return error ? { error } : { paymentMethod: body }
  }

  async function confirmCardPayment(
    clientSecret: string,
    wish: { payment_method: string },
  ): Promise<IntentAnswer> {
    const { body, error } = await provider.confirm(clientSecret, wish.payment_method)
    if (error) return { error }
    if (body.status !== 'requires_action') return { paymentIntent: body }
    const answered = await provider.authenticate(clientSecret, await challenge())
    return answered.error ? { error: answered.error } : { paymentIntent: answered.body }
  }

  async function retrievePaymentIntent(clientSecret: string): Promise<IntentAnswer> {
    const { body, error } = await provider.retrieve(clientSecret)
    return error ? { error } : { paymentIntent: body }
  }

  const standIn = {
    elements,
    createPaymentMethod,
    confirmCardPayment,
    retrievePaymentIntent,
    // Asked for by react-stripe-js when it looks whether this is a provider's script.
    createToken: async () => ({ error: { type: 'invalid_request_error', message: 'Not in the stand-in.' } }),
  }
  return standIn as unknown as Stripe
}

function elements() {
  let card: CardElement | null = null
  return {
    create(type: string, options: object = {}) {
      if (type !== 'card') throw new Error(`The stand-in has no Element of type ${type}.`)
      card = createCardElement(options, () => {
        card = null
      })
      return card
    },
    getElement: () => card,
    update() {},
  }
}
