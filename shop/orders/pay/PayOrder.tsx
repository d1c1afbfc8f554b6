import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Link } from '~/platform/ui/Link.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { closeOffers } from '~/platform/ui/toasts.ts'
import { ProductPicture } from '~/shop/catalogue/product/ProductPicture.tsx'
import { CardForm } from '~/shop/payments/card/CardForm.tsx'
import { urls } from '~/shop/urls.ts'
import type { Order } from '../contract.ts'
import { shownTransactionId } from '../rules.ts'
import { confirmPayment } from './confirm-payment.ts'

export function PayOrder({ order }: { order: Order }) {
  const [transactionId, setTransactionId] = useState<string>()
  const goTo = useNavigate()
  const leave = () => void goTo(urls.myOrders())
  useEffect(closeOffers, [])

  return (
    <div className="grid gap-6">
      <h1 className="text-[28px] sm:text-[36px]">Payment</h1>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Owed order={order} />
        <section className="panel grid gap-5 p-5 sm:p-6" aria-labelledby="card">
          <h2 id="card" className="text-[22px]">
            Pay by card
          </h2>
          <CardForm
            orderId={order._id}
            price={order.price!}
            billing={{ name: order.userName, email: order.email }}
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
              <Money amount={order.price} />
            </b>
            .
          </p>
          <p className="mt-2 text-sm">
            Transaction id <span className="font-mono break-all">{shownTransactionId(transactionId)}</span>
          </p>
        </Dialog>
      )}
    </div>
  )
}

const Owed = ({ order }: { order: Order }) => (
  <section className="panel overflow-hidden" aria-labelledby="owed">
    <ProductPicture image={order.image} alt="" sizes="(min-width: 1280px) 460px, 94vw" when="soon" />
    <div className="grid gap-3 p-5 sm:p-6">
      <h2 id="owed" className="font-sans text-base font-semibold tracking-normal">
        {order.productName}
      </h2>
      <p className="text-sm text-muted">
        {countOf(order.quantity, 'piece')}, size {order.size}, for {order.userName}
      </p>
      <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
        <span className="text-muted">To pay</span>
        <span className="font-display text-[28px] font-bold tracking-tight">
          <Money amount={order.price} />
        </span>
      </p>
      {order.expiresAt && (
        <p className="text-sm text-muted">
          Kept for you until <DateTime at={order.expiresAt} toTheMinute />
        </p>
      )}
    </div>
  </section>
)
