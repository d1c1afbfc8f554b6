import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElementOptions } from '@stripe/stripe-js'
import type { FormEvent, FormHTMLAttributes, ReactNode, Ref } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '~/platform/client/api.ts'
import { formatDollars } from '~/platform/money.ts'
import { trustScriptsFrom } from '~/platform/trusted-scripts.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { closeSuccesses } from '~/platform/ui/toasts.ts'
import { paymentRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Billing } from './confirm-card.ts'
import { confirmCard, unknownError } from './confirm-card.ts'

type Props = {
  orderId: string
  /** In dollars. */
  price: number
  billing: Billing
  /** Of whatever else is asked for in the same form. */
  form: Pick<FormHTMLAttributes<HTMLFormElement>, 'onInput'> & { ref: Ref<HTMLFormElement> }
  /** Above the card: what else Pay settles. */
  children: ReactNode
  /** Below Pay. */
  note: ReactNode
  /** Beside the provider's words when it has refused the card. */
  afterDecline: ReactNode
  /** False when something else in the form must be put right first, which says so. An error thrown here is shown below the card. */
  beforeCharge(): Promise<boolean>
  /** The card was charged. An error thrown here is shown below the card. */
  onPaid(transactionId: string): Promise<void>
}

/** One form and one button: first what else is asked for is settled, then the card is charged. */
export function CardForm({ orderId, price, ...rest }: Props) {
  const provider = useAsync<Stripe>(loadProvider)
  const start = useCallback(() => startPayment(orderId, price), [orderId, price])
  const clientSecret = useAsync(start)
  const loadError = provider.error
    ? {
        message:
          'The payment form could not be loaded. Check your connection, and whether something blocks it.',
        retry: provider.retry,
      }
    : clientSecret.error
      ? { message: messageOf(clientSecret.error), retry: clientSecret.retry }
      : undefined
  return (
    <Elements stripe={provider.value ?? null}>
      <Fields
        {...rest}
        price={price}
        clientSecret={clientSecret.value}
        loadError={loadError}
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

/** Early, while the page loads the rest, so that nothing moves when it comes: the provider's script, or the stand-in for a shop without API keys; only the one that is used is loaded. */
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

// A constant: a new object on every render would reset what is typed.
const options: StripeCardElementOptions = { hidePostalCode: true, style: { base: { fontSize: '16px' } } }

type FieldsProps = Omit<Props, 'orderId'> & {
  clientSecret: string | undefined
  loadError: { message: string; retry: () => void } | undefined
  /** This intent can no longer be paid: start another. */
  onRestart(): void
}

type Problem = { text: string; isDeclined?: boolean | undefined }

function Fields({
  price,
  billing,
  form,
  children,
  note,
  afterDecline,
  beforeCharge,
  onPaid,
  clientSecret,
  loadError,
  onRestart,
}: FieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [problem, setProblem] = useState<Problem>()
  const [hasGap, setHasGap] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // A ref: state would be one render too late for a double click.
  const isPaying = useRef(false)

  async function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const paid = event.currentTarget
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || !clientSecret || isPaying.current) return
    isPaying.current = true
    closeSuccesses()
    setBusy(true)
    setProblem(undefined)
    setHasGap(false)
    try {
      const isSettled = await beforeCharge()
      setHasGap(!isSettled)
      // Paid or cancelled elsewhere meanwhile, the form may be gone.
      if (isSettled && paid.isConnected) await charge(stripe, { clientSecret, card, billing })
    } catch (error) {
      setProblem({ text: (error as Error).message || unknownError })
    }
    isPaying.current = false
    setBusy(false)
  }

  async function charge(...payment: Parameters<typeof confirmCard>) {
    const confirmed = await confirmCard(...payment)
    if ('transactionId' in confirmed) return onPaid(confirmed.transactionId)
    setProblem({ text: confirmed.problem, isDeclined: confirmed.isDeclined })
    // The stand-in focuses the invalid field; the provider's fields are one element.
    payment[1].card.focus()
    if (confirmed.mustRestart) onRestart()
  }

  return (
    <form
      {...form}
      onInput={(event) => {
        setHasGap(false)
        form.onInput?.(event)
      }}
      onSubmit={(event) => void pay(event)}
      className="panel @container divide-y divide-line *:p-4 md:*:p-6"
      aria-label="Payment"
    >
      {children}
      <section aria-labelledby="card">
        <h2 id="card" className="mb-3.5 text-lg md:text-xl">
          Pay by card
        </h2>
        {loadError ? (
          <LoadError {...loadError} />
        ) : (
          <>
            <div className="grid min-h-12 grid-cols-1 *:col-start-1 *:row-start-1">
              {!stripe && <p className="field-hint">Loading the payment form…</p>}
              <CardElement
                options={options}
                className="card-element"
                onChange={({ error }) => setProblem(error && { text: error.message })}
              />
            </div>
            <CardProblem problem={problem} afterDecline={afterDecline} />
          </>
        )}
      </section>
      <div className="grid gap-3 @md:grid-cols-2 @md:items-center @md:gap-x-6">
        {hasGap && (
          <div className="@md:col-span-2">
            <FormError text="Fill in the marked field. Nothing was charged." />
          </div>
        )}
        <button
          type="submit"
          className="btn btn-main min-h-12"
          disabled={!stripe || !clientSecret}
          aria-disabled={isBusy}
          aria-busy={isBusy}
        >
          {isBusy ? `Paying ${formatDollars(price)}…` : `Pay ${formatDollars(price)}`}
        </button>
        <p className="text-center text-[13px] text-muted @md:text-left">{note}</p>
      </div>
    </form>
  )
}

const LoadError = ({ message, retry }: { message: string; retry: () => void }) => (
  <div className="grid justify-items-start gap-4">
    <p className="field-error" role="alert">
      {message}
    </p>
    <button type="button" className="btn btn-quiet" onClick={retry}>
      Try again
    </button>
  </div>
)

type CardProblemProps = { problem: Problem | undefined; afterDecline: ReactNode }

/** At the card, where one goes on. */
const CardProblem = ({ problem, afterDecline }: CardProblemProps) => (
  <div role="alert" className="empty:hidden">
    {problem?.isDeclined ? (
      <div className="mt-3.5 grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 rounded-control bg-danger-tint px-4 py-3 text-sm [&>.icon]:row-span-2 [&>.icon]:text-danger">
        <Icon name="alert" />
        <b className="font-semibold text-danger">{problem.text}</b>
        <p>{afterDecline}</p>
      </div>
    ) : (
      problem && <p className="field-error mt-3.5">{problem.text}</p>
    )}
  </div>
)
