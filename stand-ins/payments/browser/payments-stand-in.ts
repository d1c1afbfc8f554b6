import type { Stripe } from '@stripe/stripe-js'
import type { CardElement } from './card-element.ts'
import { createCardElement } from './card-element.ts'
import { element } from './card-fields.ts'
import type { BrowserIntent, StandInError } from './provider-calls.ts'
import { providerCalls } from './provider-calls.ts'

type Billing = { name?: string | null; email?: string | null }
type MethodInput = { card: CardElement; billing_details?: Billing }
type IntentResult = { paymentIntent: BrowserIntent } | { error: StandInError }

/** Replaces the provider's script for a shop without API keys: only what a card form uses, with test cards only. */
export function createStandIn(publishableKey: string): Stripe {
  const provider = providerCalls(publishableKey)

  async function createPaymentMethod({ card, billing_details = {} }: MethodInput) {
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
    data: { payment_method: string },
  ): Promise<IntentResult> {
    const { body, error } = await provider.confirm(clientSecret, data.payment_method)
    if (error) return { error }
    if (body.status !== 'requires_action') return { paymentIntent: body }
    const authenticated = await provider.authenticate(clientSecret, await challenge())
    return authenticated.error ? { error: authenticated.error } : { paymentIntent: authenticated.body }
  }

  async function retrievePaymentIntent(clientSecret: string): Promise<IntentResult> {
    const { body, error } = await provider.retrieve(clientSecret)
    return error ? { error } : { paymentIntent: body }
  }

  const standIn = {
    elements,
    createPaymentMethod,
    confirmCardPayment,
    retrievePaymentIntent,
    // react-stripe-js checks for it to recognise the provider's script.
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

/** The bank's window of 3-D Secure: true when the buyer has confirmed the payment. */
function challenge() {
  return new Promise<boolean>((resolve) => {
    const dialog = element(
      'dialog',
      'panel m-auto grid w-[min(28rem,100vw-2rem)] gap-4 p-6 backdrop:bg-black/60',
    )
    const title = element('h2', 'text-xl font-semibold', '3D Secure test page')
    title.id = 'stand-in-challenge'
    dialog.setAttribute('aria-labelledby', title.id)
    const complete = element('button', 'btn btn-main', 'Complete authentication')
    const fail = element('button', 'btn btn-quiet', 'Fail authentication')
    const buttons = element('div', 'flex flex-wrap gap-3')
    buttons.append(complete, fail)
    dialog.append(
      title,
      element('p', '', 'Your bank would ask you here whether you want to make this payment.'),
      buttons,
    )
    const close = (confirmed: boolean) => {
      dialog.close()
      dialog.remove()
      resolve(confirmed)
    }
    complete.type = fail.type = 'button'
    complete.addEventListener('click', () => close(true))
    fail.addEventListener('click', () => close(false))
    // Escape means not confirmed.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      close(false)
    })
    document.body.append(dialog)
    dialog.showModal()
  })
}
