import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useCallback } from 'react'
import { ApiError } from '~/platform/client/call.ts'
import { callAs } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import { CardFields } from './CardFields.tsx'
import type { Billing } from './confirm-card.ts'
import { unexplained } from './confirm-card.ts'
import { loadProvider } from './load-provider.ts'
import { useAttempt } from './use-attempt.ts'

type Props = {
  orderId: string
  /** In dollars. */
  price: number
  billing: Billing
  /** The provider has the money; what it throws is shown under the form. */
  onPaid(transactionId: string): Promise<void>
}

export function CardForm({ orderId, price, billing, onPaid }: Props) {
  const provider = useAttempt<Stripe>(loadProvider)
  const begin = useCallback(() => beginPayment(orderId, price), [orderId, price])
  const begun = useAttempt(begin)

  if (provider.error)
    return (
      <Trouble
        message="The payment form could not be loaded. Check your connection, and whether something blocks it."
        again={provider.again}
      />
    )
  if (begun.error) return <Trouble message={wordsOf(begun.error)} again={begun.again} />
  return (
    <Elements stripe={provider.value ?? null}>
      <CardFields clientSecret={begun.value} billing={billing} onPaid={onPaid} beginAnew={begun.again} />
    </Elements>
  )
}

async function beginPayment(orderId: string, price: number) {
  const { clientSecret } = await callAs<{ clientSecret: string }>('POST', urls.api.startPayment(), {
    price,
    orderId,
  })
  return clientSecret
}

const wordsOf = (error: unknown) => (error instanceof ApiError ? error.message : unexplained)

const Trouble = ({ message, again }: { message: string; again: () => void }) => (
  <div className="grid justify-items-start gap-4">
    <p className="field-error" role="alert">
      {message}
    </p>
    <button type="button" className="btn btn-quiet" onClick={again}>
      Try again
    </button>
  </div>
)
