import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'

export type Billing = { name: string; email: string }
/**
 * Paid, or why not; `mustRestart` when this intent can never be paid and another must be created, `isDeclined` when
 * nothing was charged for sure.
 */
export type Confirmed =
  | { transactionId: string }
  | { problem: string; mustRestart?: boolean; isDeclined?: boolean }

type CardPayment = { clientSecret: string; card: StripeCardElement; billing: Billing }

export const unknownError = 'Something went wrong'

export async function confirmCard(
  stripe: Stripe,
  { clientSecret, card, billing }: CardPayment,
): Promise<Confirmed> {
  const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing })
  if (!method.paymentMethod) return { problem: method.error?.message ?? unknownError }
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: method.paymentMethod.id,
  })
  // Confirming a paid intent again is an error that carries the intent: it counts as paid.
  const intent =
    paymentIntent ?? error?.payment_intent ?? (await retrieveAfterLostResponse(stripe, clientSecret, error))
  return outcomeOf(intent, error)
}

/** The response was lost; the card may have been charged. */
async function retrieveAfterLostResponse(
  stripe: Stripe,
  clientSecret: string,
  error: StripeError | undefined,
) {
  if (error?.type !== 'api_connection_error') return undefined
  return (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent
}

function outcomeOf(intent: PaymentIntent | undefined, error: StripeError | undefined): Confirmed {
  if (intent?.status === 'succeeded') return { transactionId: intent.id }
  if (intent?.status === 'canceled')
    return { problem: 'This payment was ended meanwhile. Please try once more.', mustRestart: true }
  if (intent?.status === 'processing')
    return { problem: 'Your bank is still working on it. My Orders will show when it is paid.' }
  return { problem: error?.message || unknownError, isDeclined: error?.type === 'card_error' }
}
