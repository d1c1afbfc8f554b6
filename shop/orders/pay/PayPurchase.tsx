import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { Dialog } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { closeOffers } from '~/platform/ui/toasts.ts'
import { keepUnits } from '~/platform/units.ts'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { ProductPicture } from '~/shop/catalogue/product/ProductPicture.tsx'
import { Thumbnail } from '~/shop/catalogue/product/Thumbnail.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { CardForm } from '~/shop/payments/card/CardForm.tsx'
import { orderRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { BuyingTerms, Term } from '../BuyingTerms.tsx'
import type { Order, Purchase } from '../contract.ts'
import type { ShownDelivery } from '../deliver/DeliveryAddress.tsx'
import { DeliveryAddress } from '../deliver/DeliveryAddress.tsx'
import { shownTransactionId } from '../rules.ts'

type Props = {
  /** The one that was chosen to be paid; the others of its purchase are paid with it. */
  order: Order
  purchase: Purchase
  addresses: SavedAddress[]
}

export function PayPurchase({ order, purchase, addresses }: Props) {
  const { revalidate } = useRevalidator()
  const delivery = useRef<ShownDelivery>(null)
  const [transactionId, setTransactionId] = useState<string>()
  const goTo = useNavigate()
  const leave = () => void goTo(urls.myOrders())
  useEffect(closeOffers, [])

  return (
    <div className="grid gap-6">
      <h1 className="text-[28px] sm:text-[36px]">Payment</h1>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid gap-6">
          <DeliveryAddress purchase={purchase} addresses={addresses} onChanged={revalidate} ref={delivery} />
          <Owed purchase={purchase} />
        </div>
        <section className="panel grid gap-5 p-5 sm:p-6" aria-labelledby="card">
          <h2 id="card" className="text-[22px]">
            Pay by card
          </h2>
          <CardForm
            orderId={order._id}
            price={purchase.total}
            billing={{ name: order.userName, email: order.email }}
            beforeCharge={() => delivery.current!.settle()}
            onPaid={async (paidBy) => {
              await confirmPayment(order, paidBy)
              setTransactionId(paidBy)
            }}
          />
        </section>
      </div>
      {transactionId && (
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
            Transaction id <span className="font-mono break-all">{shownTransactionId(transactionId)}</span>
          </p>
        </Dialog>
      )}
    </div>
  )
}

const inOneLine = ({ name, street, town, country }: Address) => [name, street, town, country].join(', ')

function Owed({ purchase: { orders, delivery, total } }: { purchase: Purchase }) {
  const [first] = orders
  const isOne = orders.length === 1
  return (
    <section className="panel overflow-hidden" aria-label="To pay">
      {isOne && (
        <ProductPicture image={first!.image} alt="" sizes="(min-width: 1280px) 460px, 94vw" when="soon" />
      )}
      <div className="grid gap-3 p-5 sm:p-6">
        <ul className="grid gap-3" aria-label="Parts">
          {orders.map((order) => (
            <li key={order._id} className="flex items-start gap-3">
              {!isOne && (
                <span className="w-12 flex-none">
                  <Thumbnail image={order.image} />
                </span>
              )}
              <span className="grid min-w-0 flex-1 gap-1">
                <b className="font-semibold">{keepUnits(order.productName)}</b>
                <span className="text-sm text-muted">
                  {countOf(order.quantity, 'piece')}, size&nbsp;{order.size}
                  {isOne && `, for ${order.userName}`}
                </span>
              </span>
              {!isOne && (
                <span className="tabular-nums">
                  <Money amount={order.price} />
                </span>
              )}
            </li>
          ))}
        </ul>
        <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
          <span className="text-muted">Delivery</span>
          <span className="tabular-nums">{delivery > 0 ? <Money amount={delivery} /> : 'included'}</span>
        </p>
        <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
          <span className="text-muted">To pay</span>
          <span className="font-display text-[28px] font-bold tracking-tight">
            <Money amount={total} />
          </span>
        </p>
        {!isOne && <p className="text-sm text-muted">For {first!.userName}</p>}
        <BuyingTerms saysHowToPay={false}>
          {first?.expiresAt && (
            <Term icon="clock">
              Kept for you until <DateTime at={first.expiresAt} toTheMinute />
            </Term>
          )}
        </BuyingTerms>
      </div>
    </section>
  )
}

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
