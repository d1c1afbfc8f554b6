import { Link } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { formatDollars } from '~/platform/money.ts'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { urls } from '~/shop/urls.ts'
import type { Order } from '../contract.ts'
import { purchaseState } from '../purchase-state.ts'
import { orderNumber } from '../rules.ts'
import { StatePill } from '../StatePill.tsx'

/** On the dashboard of its customer, by the order that was placed last. */
export const LastPurchase = ({ order }: { order: Order | undefined }) => (
  <section className="panel grid gap-4 p-4 md:p-6" aria-labelledby="last-purchase">
    <h2 id="last-purchase" className="text-[18px]">
      Last purchase
    </h2>
    {order && <Bought order={order} />}
    {!order && <p className="text-muted">Nothing on the bench yet.</p>}
    <p className="flex flex-wrap gap-3">
      {order && <Next order={order} />}
      <Link to={urls.shop()} className={`btn ${order ? 'btn-quiet' : 'btn-main'}`}>
        Shop the parts
      </Link>
      <Link to={urls.myOrders()} className="btn btn-quiet">
        See your orders
      </Link>
    </p>
  </section>
)

function Bought({ order }: { order: Order }) {
  const { orders = 1, total = 0 } = order.purchase ?? {}
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <span className="w-16 flex-none">
        <Thumbnail image={order.image} />
      </span>
      <p className="min-w-0 flex-1 basis-40">
        <Link to={urls.purchase(order._id)} className="font-semibold underline-offset-4 hover:underline">
          {keepUnits(order.productName)}
          {orders > 1 && ` and ${orders - 1} more`}
        </Link>
        <span className="block text-[13px] text-muted">
          <DateTime at={order.createdAt} />, no. {orderNumber(order.purchaseId)}
          {total > 0 && `, ${formatDollars(total)}`}
        </span>
      </p>
      <StatePill state={purchaseState([order], { ...order.purchase, total })} />
    </div>
  )
}

const Next = ({ order }: { order: Order }) =>
  !order.paid && order.purchase && order.purchase.total > 0 ? (
    <Link to={urls.payment(order._id)} className="btn btn-main">
      Pay {formatDollars(order.purchase.total)}
    </Link>
  ) : (
    <Link to={urls.purchase(order._id)} className="btn btn-main">
      Where it is
    </Link>
  )
