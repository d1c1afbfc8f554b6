import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiError } from '~/platform/client/api.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { cartRoutes } from '~/shop/account-routes.ts'
import { townLine } from '~/shop/addresses/rules.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { BuyingTerms } from '~/shop/orders/BuyingTerms.tsx'
import { OrderingProblem, useOrdering } from '~/shop/orders/place/use-ordering.tsx'
import { Sums, SumTotal } from '~/shop/orders/Sums.tsx'
import type { DeliveryTo } from '~/shop/rates/contract.ts'
import type { Offer } from '~/shop/rates/ways.ts'
import { urls } from '~/shop/urls.ts'
import { storeCart, storedCart } from './cart-storage.ts'
import type { Cart, CartLineView } from './contract.ts'
import { DeliveryChoice } from './DeliveryChoice.tsx'
import { DiscountField } from './DiscountField.tsx'
import type { CartDiscount } from './discount-code.ts'
import { dropCode, forgetOffer } from './discount-code.ts'
import type { Savings } from './line-words.ts'
import { problemsOf, sumsOf } from './line-words.ts'
import { toLine } from './rules.ts'
import type { Misfits } from './use-misfits.ts'

type Props = {
  cart: Cart
  discount: CartDiscount | undefined
  /** What its code takes off these lines. */
  savings: Savings
  misfits: Misfits
  isCustomer: boolean
  /** Resolves when all changes of the cart are stored. */
  saved: () => Promise<void>
  reload: () => Promise<void>
}

/** Where it goes, what it comes to, and the way on. On a phone the total and the button stay at the bottom of the screen. */
export function Totals({ cart: loaded, discount, savings, misfits, isCustomer, saved, reload }: Props) {
  const [to, setTo] = useState<DeliveryTo>()
  const [way, setWay] = useState<string>()
  const cart = { ...loaded, delivery: to ?? loaded.delivery }
  const { goods, delivery, deposit, total, offers, offer } = sumsOf(cart, way, savings.cents)
  const code = savings.cents > 0 ? discount?.code : undefined
  const { order, problem, isSending } = useCheckout({
    cart,
    total,
    code,
    misfits,
    saved,
    reload,
    way,
    place: to?.place,
  })
  return (
    <section
      className="max-lg:contents lg:top-24 lg:grid lg:gap-4 lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-6 lg:shadow-card [@media(min-height:37.5rem)]:lg:sticky"
      aria-label="Total"
    >
      <div className={`grid gap-4 lg:contents ${panelOfPhone}`}>
        {isCustomer && <DeliverTo address={cart.deliverTo} />}
        {cart.delivery && offers && (
          <DeliveryChoice
            to={cart.delivery}
            offers={offers}
            chosen={offer}
            onChoose={setWay}
            {...(!(loaded.delivery && !loaded.delivery.isHome) && { onPlace: setTo })}
          />
        )}
        <DiscountField discount={discount} savings={savings} reload={reload} />
        <Sums
          goodsCents={goods}
          deliveryCents={delivery}
          discount={{ code, cents: savings.cents }}
          depositCents={deposit}
          hint={offers && freeWords(offer, goods)}
        />
        <div className="lg:order-last">
          <BuyingTerms />
        </div>
      </div>
      {/* In a low window it would cover the parts. */}
      <div className={`cart-bar grid gap-3 ${panelOfPhone}`}>
        <SumTotal name="Total" cents={total} />
        <OrderingProblem problem={problem} />
        {isCustomer ? (
          <button
            type="button"
            className="btn btn-main min-h-12"
            aria-disabled={isSending}
            onClick={() => void order()}
          >
            {isSending ? 'Ordering…' : 'Checkout'}
          </button>
        ) : (
          <div className="grid grid-cols-2 gap-2">
            <Link to={urls.login()} state={{ from: urls.cart() }} className="btn btn-main min-h-12 px-2">
              Log in to order
            </Link>
            <Link to={urls.register()} state={{ from: urls.cart() }} className="btn btn-main min-h-12 px-2">
              Register
            </Link>
          </div>
        )}
      </div>
    </section>
  )
}

const panelOfPhone =
  'max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-4 max-lg:shadow-card'

const DeliverTo = ({ address }: { address: Cart['deliverTo'] }) => (
  <div className="grid gap-1">
    <h2 className="text-lg">Deliver to</h2>
    {address ? (
      <address className="text-sm not-italic [overflow-wrap:anywhere]">
        <b className="block font-semibold">{address.name}</b>
        {address.street}, {townLine(address)}, {address.country}
      </address>
    ) : (
      <p className="text-sm text-muted">You say where when you pay.</p>
    )}
  </div>
)

/** What is missing for this way to cost nothing. */
const freeWords = (offer: Offer | undefined, goods: number) => {
  const from = offer?.terms?.freeFromCents
  return from === undefined ? '' : `${formatDollars(toDollars(from - goods))} to free delivery`
}

type Checkout = Omit<Props, 'isCustomer' | 'discount' | 'savings'> & {
  total: number
  code: string | undefined
  /** As they were chosen; the server knows what counts where nothing was. */
  way: string | undefined
  place: DeliveryTo['place'] | undefined
}

function useCheckout({ cart, total, code, misfits, saved, reload, way, place }: Checkout) {
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
    const placed = await send(
      {
        lines: cart.lines.map(lineToOrder),
        total: toDollars(total),
        ...(way && { way }),
        ...(place && { place }),
        ...(code && { code }),
      },
      async (input) => {
        await saved()
        return authApi(cartRoutes.checkout, input)
      },
      (refused) => {
        setProblem({ message: wordsFor(refused, total), reason: refused.reason })
        // The code is another one by now: its field says why.
        if (code) forgetOffer()
        // Stock or prices have changed: the lines say which.
        if (refused.status === 409 || refused.fields?.code) void reload()
      },
    )
    if (!placed) return
    storeCart({ ...storedCart(), lines: [] })
    if (code) dropCode()
    const { orderId } = placed
    // What is to be paid goes on to the payment, without a word in between.
    if (total === 0) toast('success', 'Successfully ordered')
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
