import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { newId } from '~/platform/id.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { FormError } from '~/platform/ui/FormError.tsx'
import { Link } from '~/platform/ui/Link.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { cartRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { storeCart, storedCart } from './cart-storage.ts'
import type { Cart, CartLineView } from './contract.ts'
import { problemsOf, sumsOf, toFreeDelivery } from './line-words.ts'
import { toLine } from './rules.ts'
import type { Misfits } from './use-misfits.ts'

type Props = {
  cart: Cart
  misfits: Misfits
  isCustomer: boolean
  /** Resolves when all changes of the cart are stored. */
  saved: () => Promise<void>
  reload: () => void
}

/** What it comes to, and the way on. On a phone it stays at the bottom of the screen. */
export function Totals({ cart, misfits, isCustomer, saved, reload }: Props) {
  const { goods, delivery, total } = sumsOf(cart)
  const { order, problem, isSending } = useCheckout({ cart, misfits, saved, reload })
  return (
    <section
      className="panel grid gap-3 p-5 max-lg:sticky max-lg:bottom-0 max-lg:gap-2 max-lg:p-4 sm:p-6 lg:sticky lg:top-24"
      aria-label="Total"
    >
      <div className="max-lg:hidden">
        <Row name="Parts">
          <Money amount={toDollars(goods)} />
        </Row>
      </div>
      <Row name="Delivery">{delivery > 0 ? formatDollars(toDollars(delivery)) : 'included'}</Row>
      {delivery > 0 && <p className="text-sm text-muted">{toFreeDelivery(goods)}</p>}
      <Row name="Total" isSum>
        <output aria-live="polite">
          <Money amount={toDollars(total)} />
        </output>
      </Row>
      <FormError text={problem?.message}>
        {problem?.reason === 'too_many_unpaid' && (
          <Link to={urls.myOrders()} className="underline underline-offset-4">
            My Orders
          </Link>
        )}
      </FormError>
      {isCustomer ? (
        <button type="button" className="btn btn-main" aria-disabled={isSending} onClick={() => void order()}>
          {isSending ? 'Ordering…' : 'Checkout'}
        </button>
      ) : (
        <Link to={urls.login()} state={{ from: urls.cart() }} className="btn btn-main">
          Log in to order
        </Link>
      )}
    </section>
  )
}

const Row = ({ name, isSum, children }: { name: string; isSum?: boolean; children: ReactNode }) => (
  <p className={`flex items-baseline justify-between gap-3 ${isSum ? 'border-t border-line pt-3' : ''}`}>
    <span className="text-muted">{name}</span>
    <span className={isSum ? 'font-display text-[28px] font-bold tracking-tight' : 'tabular-nums'}>
      {children}
    </span>
  </p>
)

type Problem = { message: string; reason?: string }

function useCheckout({ cart, misfits, saved, reload }: Omit<Props, 'isCustomer'>) {
  const [problem, setProblem] = useState<Problem>()
  const [isSending, setIsSending] = useState(false)
  const navigate = useNavigate()
  const sent = useRef({ cart: '', key: '' })
  /** The same cart is the same purchase, however often it is sent. */
  const keyFor = (body: object) => {
    const text = JSON.stringify(body)
    if (sent.current.cart !== text) sent.current = { cart: text, key: newId() }
    return sent.current.key
  }

  async function order() {
    if (isSending) return
    if (problemsOf(cart.lines).length > 0) {
      document.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' })
      return setProblem({ message: 'Some parts cannot be had as you want them. Change these lines first.' })
    }
    if (!misfits.check())
      return setProblem({ message: 'Some parts do not fit your car. Tick their boxes, or remove them.' })
    setProblem(undefined)
    setIsSending(true)
    const lines = cart.lines.map(lineToOrder)
    const { total } = sumsOf(cart)
    const body = { lines, total: toDollars(total) }
    try {
      await saved()
      const headers = { 'idempotency-key': keyFor(body) }
      const { orderId } = await authApi(cartRoutes.checkout, { body, headers })
      const { owner } = storedCart()
      storeCart({ lines: [], owner })
      toast('success', 'Successfully ordered')
      await navigate(total > 0 ? urls.payment(orderId) : urls.myOrders(), { state: { ordered: orderId } })
    } catch (error) {
      setIsSending(false)
      if (!(error instanceof ApiError)) throw error
      setProblem({ message: wordsFor(error, total), reason: error.reason })
      // Stock or prices have changed: the lines say which.
      if (error.status === 409) reload()
    }
  }
  return { order, problem, isSending }
}

/** With the verdict that was shown. A car that is no longer listed cannot be ordered for. */
const lineToOrder = (line: CartLineView) => ({
  ...toLine(line),
  car: line.car && line.fit && { ...line.car, verdict: line.fit.verdict },
})

const wordsFor = ({ reason, message, body }: ApiError, total: number) =>
  reason === 'total_changed' && typeof body.total === 'number'
    ? `The total is now ${formatDollars(body.total)}, it was ${formatDollars(toDollars(total))}. Nothing was ordered: look at it and check out again.`
    : message
