import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'

export type Billing = { name: string; email: string }
/** Paid, or why not; `isDead` when this transaction can never be paid and another must be begun. */
export type Confirmed = { transactionId: string } | { problem: string; isDead?: boolean }

type Wish = { clientSecret: string; card: StripeCardElement; billing: Billing }

export const unexplained = 'Something went wrong'

export async function confirmCard(stripe: Stripe, { clientSecret, card, billing }: Wish): Promise<Confirmed> {
  const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing })
  if (!made.paymentMethod) return { problem: made.error?.message ?? unexplained }
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: made.paymentMethod.id,
  })
  // A second confirmation of something paid is an error that says so: paid is paid.
  const intent =
    paymentIntent ?? error?.payment_intent ?? (await afterLostAnswer(stripe, clientSecret, error))
  return outcomeOf(intent, error)
}

/** The answer was lost on its way, the money perhaps not. */
async function afterLostAnswer(stripe: Stripe, clientSecret: string, error: StripeError | undefined) {
  if (error?.type !== 'api_connection_error') return undefined
  return (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent
}

function outcomeOf(intent: PaymentIntent | undefined, error: StripeError | undefined): Confirmed {
  if (intent?.status === 'succeeded') return { transactionId: intent.id }
  if (intent?.status === 'canceled')
    return { problem: 'This payment was ended meanwhile. Please try once more.', isDead: true }
  if (intent?.status === 'processing')
    return { problem: 'Your bank is still working on it. My Orders will show when it is paid.' }
  return { problem: error?.message || unexplained }
}
