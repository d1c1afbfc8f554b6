import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElementOptions } from '@stripe/stripe-js'
import type { FormEvent } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '~/platform/client/api.ts'
import { trustScriptsFrom } from '~/platform/trusted-scripts.ts'
import { FormError } from '~/platform/ui/FormError.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { paymentRoutes } from '~/shop/routes.ts'
import type { Billing } from './confirm-card.ts'
import { confirmCard, unknownError } from './confirm-card.ts'

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

// A constant: a new object on every render would reset what is typed.
const options: StripeCardElementOptions = { hidePostalCode: true, style: { base: { fontSize: '16px' } } }

type CardFieldsProps = {
  clientSecret: string | undefined
  billing: Billing
  beforeCharge(): Promise<boolean>
  onPaid(transactionId: string): Promise<void>
  /** This intent can no longer be paid: start another. */
  onRestart(): void
}

function CardFields({ clientSecret, billing, beforeCharge, onPaid, onRestart }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // A ref: state would be one render too late for a double click.
  const isPaying = useRef(false)

  async function pay(event: FormEvent) {
    event.preventDefault()
    const form = event.currentTarget
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || !clientSecret || isPaying.current) return
    isPaying.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      // Paid or cancelled elsewhere meanwhile, the form may be gone.
      if ((await beforeCharge()) && form.isConnected) await charge(stripe, { clientSecret, card, billing })
    } catch (error) {
      setProblem((error as Error).message || unknownError)
    }
    isPaying.current = false
    setBusy(false)
  }

  async function charge(...payment: Parameters<typeof confirmCard>) {
    const confirmed = await confirmCard(...payment)
    if ('transactionId' in confirmed) return onPaid(confirmed.transactionId)
    setProblem(confirmed.problem)
    // The stand-in focuses the invalid field; the provider's fields are one element.
    payment[1].card.focus()
    if (confirmed.mustRestart) onRestart()
  }

  return (
    <form onSubmit={(event) => void pay(event)} className="grid gap-5" aria-label="Pay by card">
      <CardElement
        options={options}
        className="card-element"
        onChange={({ error }) => setProblem(error?.message)}
      />
      {!stripe && <p className="field-hint">Loading the payment form…</p>}
      <FormError text={problem} />
      <button
        type="submit"
        className="btn btn-main"
        disabled={!stripe || !clientSecret}
        aria-disabled={isBusy}
        aria-busy={isBusy}
      >
        {isBusy ? 'Paying…' : 'Pay'}
      </button>
    </form>
  )
}
