import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useCallback } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { paymentRoutes } from '~/shop/routes.ts'
import { CardFields } from './CardFields.tsx'
import type { Billing } from './confirm-card.ts'
import { unknownError } from './confirm-card.ts'
import { loadProvider } from './load-provider.ts'
import { useAsync } from './use-async.ts'

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
