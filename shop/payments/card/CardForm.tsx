import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, api } from '~/platform/client/api.ts'
import { trustScriptsFrom } from '~/platform/trusted-scripts.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { paymentRoutes } from '~/shop/routes.ts'
import { CardFields } from './CardFields.tsx'
import type { Billing } from './confirm-card.ts'
import { unknownError } from './confirm-card.ts'

type Props = {
  orderId: string
  /** In dollars. */
  price: number
  billing: Billing
  /** False when something else on the page must be put right first, which says so. An error thrown here is shown below the form. */
  beforeCharge(): Promise<boolean>
  /** The card was charged. An error thrown here is shown below the form. */
  onPaid(transactionId: string): Promise<void>
}

export function CardForm({ orderId, price, billing, beforeCharge, onPaid }: Props) {
  const provider = useAsync<Stripe>(loadProvider)
  const start = useCallback(() => startPayment(orderId, price), [orderId, price])
  const clientSecret = useAsync(start)

  if (provider.error)
    return (
      <LoadError
        message="The payment form could not be loaded. Check your connection, and whether something blocks it."
        onRetry={provider.retry}
      />
    )
  if (clientSecret.error)
    return <LoadError message={messageOf(clientSecret.error)} onRetry={clientSecret.retry} />
  return (
    <Elements stripe={provider.value ?? null}>
      <CardFields
        clientSecret={clientSecret.value}
        billing={billing}
        beforeCharge={beforeCharge}
        onPaid={onPaid}
        onRestart={clientSecret.retry}
      />
    </Elements>
  )
}

async function startPayment(orderId: string, price: number) {
  const { clientSecret } = await authApi(paymentRoutes.startPayment, { body: { price, orderId } })
  return clientSecret
}

const messageOf = (error: unknown) => (error instanceof ApiError ? error.message : unknownError)

const LoadError = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div className="grid justify-items-start gap-4">
    <p className="field-error" role="alert">
      {message}
    </p>
    <button type="button" className="btn btn-quiet" onClick={onRetry}>
      Try again
    </button>
  </div>
)

type Result<T> = { value?: T; error?: unknown }

/** Loads something when the page opens, and again on `retry`. */
function useAsync<T>(load: () => Promise<T>) {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<Result<T>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` changes to load again
  useEffect(() => {
    let isCurrent = true
    setResult({})
    load().then(
      (value) => isCurrent && setResult({ value }),
      (error) => isCurrent && setResult({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [load, attempt])
  return { ...result, retry: useCallback(() => setAttempt((count) => count + 1), []) }
}

let loading: Promise<Stripe> | undefined

/** The provider's script, or the stand-in for a shop without API keys; only the one that is used is loaded. */
function loadProvider() {
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
