import type { Stripe } from '@stripe/stripe-js'
import { call } from '~/platform/client/call.ts'
import { trustScriptsFrom } from '~/platform/trusted-scripts.ts'
import { urls } from '~/shop/urls.ts'
import type { PayConfig } from '../contract.ts'

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
  const { mode, publishableKey } = await call<PayConfig>('GET', urls.api.payConfig())
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
