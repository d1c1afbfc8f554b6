import { useEffect, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { Dialog } from '~/platform/dialogs/Dialog.tsx'
import { countOf, formatCount, keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { formatDollars, toCents } from '~/platform/money.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { closeOffers } from '~/platform/ui/toasts.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { townLine } from '~/shop/addresses/rules.ts'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { CardForm } from '~/shop/payments/card/CardForm.tsx'
import { urls } from '~/shop/urls.ts'
import { BuyingTerms, Term, useBuyingSettings } from '../BuyingTerms.tsx'
import type { Order, Purchase } from '../contract.ts'
import { depositOfOrders, discountOfOrders, shownTransactionId } from '../rules.ts'
import { Sums, SumTotal } from '../Sums.tsx'
import { useDeliverTo } from './use-deliver-to.tsx'

type Props = {
  /** The one that was chosen to be paid; the others of its purchase are paid with it. */
  order: Order
  purchase: Purchase
  addresses: SavedAddress[]
}

/** Where it goes, the card, and one button for both. */
export function PayPurchase({ order, purchase, addresses }: Props) {
  const { revalidate } = useRevalidator()
  const deliverTo = useDeliverTo({ purchase, addresses, reload: revalidate })
  const [transactionId, setTransactionId] = useState<string>()
  useEffect(closeOffers, [])
  return (
    <>
      {/* Beside each other where there is room for both, which the menu of the dashboard takes from some windows. */}
      <div className="@container">
        <div className="grid items-start gap-3 @min-[54rem]:grid-cols-[minmax(0,1fr)_21.25rem] @min-[54rem]:gap-6 @min-[60rem]:grid-cols-[minmax(0,1fr)_25rem] @min-[60rem]:gap-8">
          <Summary purchase={purchase} />
          <CardForm
            orderId={order._id}
            price={purchase.total}
            billing={{ name: order.userName, email: order.email }}
            form={deliverTo.form}
            note={<Note />}
            afterDecline={<AfterDecline order={order} />}
            beforeCharge={deliverTo.settle}
            onPaid={async (paidBy) => {
              await confirmPayment(order, paidBy)
              setTransactionId(paidBy)
            }}
          >
            {deliverTo.section}
          </CardForm>
        </div>
      </div>
      {transactionId && <Paid order={order} purchase={purchase} transactionId={transactionId} />}
    </>
  )
}

function Note() {
  const { returnDays } = useBuyingSettings()
  return (
    <>
      {returnDays > 0 && `Return within ${returnDays} days. `}Your card number goes to the payment provider,
      not to us.
    </>
  )
}

const AfterDecline = ({ order: { expiresAt } }: { order: Order }) => (
  <>
    Nothing was charged.{' '}
    {expiresAt && (
      <>
        Your parts are kept until <DateTime at={expiresAt} toTheMinute />:{' '}
      </>
    )}
    {expiresAt ? 'try again' : 'Try again'}, or use another card.
  </>
)

type PaidProps = Pick<Props, 'order' | 'purchase'> & { transactionId: string }

function Paid({ order, purchase, transactionId }: PaidProps) {
  const goTo = useNavigate()
  const leave = () => void goTo(urls.myOrders())
  return (
    <Dialog
      onClose={leave}
      title="Payment Successful"
      tone="done"
      actions={
        <>
          <button type="button" className="btn btn-main" onClick={leave}>
            My Orders
          </button>
          <Link to={urls.receipt(order._id)} className="btn btn-quiet">
            Receipt
          </Link>
        </>
      }
    >
      <p>
        You paid{' '}
        <b className="text-ink">
          <Money amount={purchase.total} />
        </b>
        .
      </p>
      {purchase.address && (
        <p className="mt-2 [overflow-wrap:anywhere]">It goes to {inOneLine(purchase.address)}.</p>
      )}
      <p className="mt-2 text-sm">
        Transaction id{' '}
        <span className="font-mono [overflow-wrap:anywhere]">{shownTransactionId(transactionId)}</span>
      </p>
    </Dialog>
  )
}

const inOneLine = (address: Address) =>
  [address.name, address.street, townLine(address), address.country].join(', ')

/** At the side; where there is no room for it, one line that unfolds. */
function Summary({ purchase: { orders, delivery, total, way } }: { purchase: Purchase }) {
  const [isOpen, setIsOpen] = useState(false)
  const expiresAt = orders.find((order) => order.expiresAt)?.expiresAt
  const parts = countOf(orders.length, 'part')
  const discount = discountOfOrders(orders)
  const depositCents = depositOfOrders(orders)
  return (
    <section
      className="panel px-4 @min-[54rem]:sticky @min-[54rem]:top-20 @min-[54rem]:order-2 @min-[54rem]:p-6 @min-[54rem]:pt-5"
      aria-label="To pay"
    >
      <button
        type="button"
        className="flex min-h-13 w-full cursor-pointer items-center gap-2 text-left font-semibold @min-[54rem]:hidden"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {parts}, delivery {delivery > 0 ? <Money amount={delivery} /> : 'included'}
        <span className={`text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}>
          <Icon name="down" />
        </span>
        <span className="ml-auto text-xl">
          <Money amount={total} />
        </span>
      </button>
      <h2 className="mb-4 text-lg @max-[54rem]:hidden">{parts}</h2>
      <div
        className={`grid gap-4 @max-[54rem]:border-t @max-[54rem]:border-line @max-[54rem]:py-4 ${isOpen ? '' : '@max-[54rem]:hidden'}`}
      >
        <ul className="grid gap-3.5" aria-label="Parts">
          {orders.map((order) => (
            <Line key={order._id} order={order} />
          ))}
        </ul>
        <div className="grid gap-2">
          <Sums
            goodsCents={toCents(total) - toCents(delivery) + discount.cents - depositCents}
            depositCents={depositCents}
            deliveryCents={toCents(delivery)}
            discount={discount}
            hint={way?.name}
          />
          <SumTotal name="To pay" cents={toCents(total)} />
        </div>
        <BuyingTerms saysHowToPay={false}>
          {expiresAt && (
            <Term icon="clock">
              Kept for you until <DateTime at={expiresAt} toTheMinute />
            </Term>
          )}
        </BuyingTerms>
      </div>
    </section>
  )
}

const Line = ({ order }: { order: Order }) => (
  <li className="flex items-start gap-3 text-sm">
    <span className="w-16 flex-none">
      <Thumbnail image={order.image} />
    </span>
    <span className="grid min-w-0 flex-1 gap-0.5">
      <b className="font-semibold wrap-anywhere">{keepUnits(order.productName)}</b>
      <span className="text-[13px] text-muted">
        Quantity {formatCount(order.quantity)}, size&nbsp;{order.size}
      </span>
      {order.discount && (
        <span className="text-[13px] text-muted">
          {formatDollars(order.discount.amount)} off with {order.discount.code}
        </span>
      )}
      {order.deposit && (
        <span className="text-[13px] text-muted">with {formatDollars(order.deposit.amount)} deposit</span>
      )}
      {order.fit && <ForCar fit={order.fit} />}
    </span>
    <span className="tabular-nums">
      <Money amount={order.price} />
    </span>
  </li>
)

const pausesMs = [1000, 2000, 4000]

/**
 * Reports to the shop that the card was charged. A lost response is not a failure, because the money has moved: it is
 * reported again, and without any response the shop finds the payment by itself. Only the shop confirms it as paid.
 */
async function confirmPayment(order: Order, transactionId: string) {
  const body = { transactionId, appointmentId: order._id, email: order.email }
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      const { modifiedCount } = await authApi(orderRoutes.confirmPayment, { params: { id: order._id }, body })
      if (modifiedCount === 1) return
    } catch (error) {
      if (!isTemporary(error)) throw error
    }
    if (pauseMs !== undefined) await new Promise((done) => setTimeout(done, pauseMs))
  }
  throw new Error(unconfirmed)
}

const unconfirmed =
  'Your card was charged, but the shop could not confirm it yet. Do not pay again: My Orders will show it as paid soon.'

const isTemporary = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)
