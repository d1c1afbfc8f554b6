import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementOptions } from '@stripe/stripe-js'
import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { FormError } from '~/platform/ui/FormError.tsx'
import type { Billing } from './confirm-card.ts'
import { confirmCard, unknownError } from './confirm-card.ts'

// A constant: a new object on every render would reset what is typed.
const options: StripeCardElementOptions = { hidePostalCode: true, style: { base: { fontSize: '16px' } } }

type Props = {
  clientSecret: string | undefined
  billing: Billing
  beforeCharge(): Promise<boolean>
  onPaid(transactionId: string): Promise<void>
  /** This intent can no longer be paid: start another. */
  onRestart(): void
}

export function CardFields({ clientSecret, billing, beforeCharge, onPaid, onRestart }: Props) {
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
