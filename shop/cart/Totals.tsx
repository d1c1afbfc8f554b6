import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiError } from '~/platform/client/api.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { BuyingTerms } from '~/shop/orders/BuyingTerms.tsx'
import { toFreeDelivery } from '~/shop/orders/buying-terms.ts'
import { OrderingProblem, useOrdering } from '~/shop/orders/place/use-ordering.tsx'
import { cartRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { storeCart, storedCart } from './cart-storage.ts'
import type { Cart, CartLineView } from './contract.ts'
import { problemsOf, sumsOf } from './line-words.ts'
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
      <OrderingProblem problem={problem} />
      {isCustomer ? (
        <button type="button" className="btn btn-main" aria-disabled={isSending} onClick={() => void order()}>
          {isSending ? 'Ordering…' : 'Checkout'}
        </button>
      ) : (
        <Link to={urls.login()} state={{ from: urls.cart() }} className="btn btn-main">
          Log in to order
        </Link>
      )}
      <div className="max-lg:hidden">
        <BuyingTerms />
      </div>
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

function useCheckout({ cart, misfits, saved, reload }: Omit<Props, 'isCustomer'>) {
  const { send, isSending, problem, setProblem } = useOrdering()
  const navigate = useNavigate()

  async function order() {
    if (isSending) return
    if (problemsOf(cart.lines).length > 0) {
      document.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' })
      return setProblem({ message: 'Some parts cannot be had as you want them. Change these lines first.' })
    }
    if (!misfits.check())
      return setProblem({ message: 'Some parts do not fit your car. Tick their boxes, or remove them.' })
    const { total } = sumsOf(cart)
    const placed = await send(
      { lines: cart.lines.map(lineToOrder), total: toDollars(total) },
      async (input) => {
        await saved()
        return authApi(cartRoutes.checkout, input)
      },
      (refused) => {
        setProblem({ message: wordsFor(refused, total), reason: refused.reason })
        // Stock or prices have changed: the lines say which.
        if (refused.status === 409) reload()
      },
    )
    if (!placed) return
    const { owner } = storedCart()
    storeCart({ lines: [], owner })
    toast('success', 'Successfully ordered')
    const { orderId } = placed
    await navigate(total > 0 ? urls.payment(orderId) : urls.myOrders(), { state: { ordered: orderId } })
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
