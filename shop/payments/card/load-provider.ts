import type { Stripe } from '@stripe/stripe-js'
import { api } from '~/platform/client/api.ts'
import { trustScriptsFrom } from '~/platform/trusted-scripts.ts'
import { paymentRoutes } from '~/shop/routes.ts'

let loading: Promise<Stripe> | undefined

/** The provider's script, or the stand-in for a shop without API keys; only the one that is used is loaded. */
export function loadProvider() {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Stripe> {
  const { mode, publishableKey } = await api(paymentRoutes.getPayConfig)
  if (mode === 'stand-in') {
    const { createStandIn } = await import('~/stand-ins/payments/browser/payments-stand-in.ts')
    return createStandIn(publishableKey)
  }
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  trustScriptsFrom('https://js.stripe.com')
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error("The provider's script did not start")
  return stripe
}
