import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { Order } from './contract.ts'
import type { NotDue } from './load-payment.ts'

const texts: Record<NotDue['is'], { title: string; text: string }> = {
  paid: { title: 'Already paid', text: 'This order is paid in full.' },
  refunded: { title: 'Refunded', text: 'The payment for this order went back to your card.' },
  free: { title: 'Free', text: 'This order costs nothing, so there is nothing to pay.' },
  cancelled: {
    title: 'Cancelled',
    text: 'This order was cancelled and can no longer be paid. The part may still be on the shelf.',
  },
  unknown: { title: 'No such order', text: 'There is no order at this address.' },
  foreign: {
    title: 'Not your order',
    text: 'This order belongs to somebody else, and only they can pay for it.',
  },
}

/** Instead of a form that could only fail. */
export function NothingToPay({ data }: { data: NotDue }) {
  const { title, text } = texts[data.is]
  return (
    <div className="panel grid justify-items-center gap-4 px-6 py-16 text-center">
      <h1 className="text-[28px] sm:text-[36px]">{title}</h1>
      <p className="lead">{text}</p>
      {lacksAddress(data) && <p className="lead">Tell us where it should go, and we pack it.</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {lacksAddress(data) && (
          <Link to={urls.purchase(data.order._id)} className="btn btn-main">
            Add address
          </Link>
        )}
        <Link to={urls.myOrders()} className={`btn ${lacksAddress(data) ? 'btn-quiet' : 'btn-main'}`}>
          My Orders
        </Link>
        <Link to={urls.shop()} className="btn btn-quiet">
          Shop
        </Link>
        {(data.is === 'paid' || data.is === 'refunded') && (
          <Link to={urls.receipt(data.order._id)} className="btn btn-quiet">
            Receipt
          </Link>
        )}
      </div>
    </div>
  )
}

const lacksAddress = (data: NotDue): data is Extract<NotDue, { order: Order }> =>
  'purchase' in data &&
  (data.is === 'free'
    ? !data.purchase.address && !data.purchase.way?.collection
    : data.purchase.parcel?.state === 'needs_address')
