import type { Stripe } from '@stripe/stripe-js'
import { call } from '~/platform/call.ts'
import { urls } from '~/shop/urls.ts'
import type { PayConfig } from './contract.ts'

let loading: Promise<Stripe> | undefined

/** The provider's script, or the stand-in of a shop without keys: each is loaded only where it is used. */
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
  trustOnlyTheProvider()
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error("The provider's script did not start")
  return stripe
}

type TrustedTypes = {
  defaultPolicy: unknown
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/** The page refuses scripts whose address nobody vouched for; the provider's loader leaves that to this policy. */
function trustOnlyTheProvider() {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url).origin === 'https://js.stripe.com') return url
      throw new TypeError('This address is not one of the payment provider.')
    },
  })
}
