import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { countOf, keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { EmailAddress } from '~/platform/lists/Table.tsx'
import { formatDollars } from '~/platform/money.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { urls } from '~/shop/urls.ts'
import type { Order } from '../contract.ts'
import { DisputeNote, OrderNotes } from '../OrderNotes.tsx'
import { lacksAddress, purchaseState } from '../purchase-state.ts'
import { orderNumber, shownTransactionId } from '../rules.ts'
import { StatePill } from '../StatePill.tsx'
import { CancelOrder } from './CancelOrder.tsx'

export type RowsProps = {
  orders: Order[]
  /** The number of the first of them in the list. */
  first: number
  columns: number
  /** The order that was placed just now. */
  newOrderId?: string | undefined
  /** With whose they are, and in the words of the staff. */
  isForAdmin?: boolean | undefined
  onChanged: () => void
  orderAgain?: (order: Order) => ReactNode
}

export function PurchaseRows({ orders, first, columns, newOrderId, isForAdmin, ...how }: RowsProps) {
  const isNew = orders.some(({ _id }) => _id === newOrderId)
  const once = { rowSpan: orders.length }
  return (
    <tbody className={isNew ? 'orders-new' : undefined}>
      <tr className="orders-head">
        <th scope="rowgroup" colSpan={columns}>
          <Head orders={orders} isNew={isNew} isForAdmin={isForAdmin} />
        </th>
      </tr>
      {orders.map((order, n) => (
        <tr key={order._id}>
          <td className={`orders-sl ${isForAdmin ? 'drop-3' : ''}`}>{first + n}</td>
          <NameCell order={order} isForAdmin={isForAdmin} {...how}>
            {n === 0 && !isForAdmin && asksForAddress(order) && (
              <Link to={urls.purchase(order._id)} className="text-link block min-h-6 text-[13px]">
                Tell us where it should go
              </Link>
            )}
          </NameCell>
          {isForAdmin && n === 0 && (
            <>
              <td {...once} className="orders-whose" data-name="Email">
                {order.email ? <EmailAddress address={order.email} /> : order.userName}
              </td>
              <td {...once} className="orders-whose orders-date" data-name="Date">
                <DateTime at={order.createdAt} />
              </td>
            </>
          )}
          <td className="orders-quantity figure" data-name="Quantity">
            {order.quantity}
          </td>
          <td className={isForAdmin ? 'drop-1' : undefined} data-name="Size">
            {order.size}
          </td>
          <td className="orders-price figure">
            <Money amount={order.price} />
          </td>
          {n === 0 && (
            <>
              <td {...once} className="orders-payment">
                <Payment orders={orders} isForAdmin={isForAdmin} />
              </td>
              <td {...once} className={`orders-transaction ${isForAdmin ? 'drop-2' : ''}`} data-name="TrnxId">
                {order.transactionId ? (
                  <span className="font-mono [overflow-wrap:anywhere]">
                    {shownTransactionId(order.transactionId)}
                  </span>
                ) : (
                  'Not Paid'
                )}
              </td>
            </>
          )}
        </tr>
      ))}
    </tbody>
  )
}

type HeadProps = { orders: Order[]; isNew: boolean; isForAdmin: boolean | undefined }

/** Of the whole purchase, also where the page or a search shows only some of its orders. */
function Head({ orders, isNew, isForAdmin = false }: HeadProps) {
  const order = orders[0]!
  const { orders: all = orders.length } = order.cancelledAt ? {} : (order.purchase ?? {})
  const parts = `${all > orders.length ? `${orders.length} of ` : ''}${countOf(all, 'part')}`
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      {isNew && <span className="chip bg-accent-tint font-semibold text-accent-text">New</span>}
      <b className="text-[15px] font-semibold text-ink">
        {isForAdmin ? order.userName : <DateTime at={order.createdAt} />}
      </b>
      <span>no. {orderNumber(order.purchaseId)}</span>
      {isForAdmin && (
        <span className="orders-head-date">
          <DateTime at={order.createdAt} />
        </span>
      )}
      <span>
        {parts}
        {!order.cancelledAt && (
          <>
            , <Money amount={totalOf(orders) || undefined} />
          </>
        )}
      </span>
      <span className="ml-auto">
        <StatePill
          state={purchaseState(orders, { ...order.purchase, total: totalOf(orders) }, { isForAdmin })}
        />
      </span>
    </span>
  )
}

const asksForAddress = (order: Order) => !order.cancelledAt && lacksAddress(order, totalOf([order]))

const totalOf = ([order]: Order[]) => order!.purchase?.total ?? order!.price ?? 0

type NameCellProps = Pick<RowsProps, 'isForAdmin' | 'onChanged' | 'orderAgain'> & {
  order: Order
  children: ReactNode
}

const NameCell = ({ order, isForAdmin, onChanged, orderAgain, children }: NameCellProps) => (
  <td className="card-head">
    <span className="flex items-center gap-3">
      <span className="w-(--picture,3.5rem) flex-none">
        <Thumbnail image={order.image} />
      </span>
      <span className="min-w-0">
        <Link
          to={order.cancelledAt ? urls.product(order.productId) : urls.purchase(order._id)}
          className="font-medium underline-offset-4 hover:underline"
        >
          {keepUnits(order.productName)}
        </Link>
        <OrderNotes order={order} isForAdmin={isForAdmin} />
        {children}
        {!order.paid && !order.cancelledAt && <CancelOrder order={order} onCancelled={onChanged} />}
        {order.cancelledAt && orderAgain?.(order)}
      </span>
    </span>
  </td>
)

/** One for the whole purchase. */
function Payment({ orders, isForAdmin }: { orders: Order[]; isForAdmin: boolean | undefined }) {
  const order = orders[0]!
  if (order.cancelledAt) return 'Cancelled'
  if (order.paid)
    return (
      <span className="grid justify-items-start gap-1.5">
        <Link to={urls.purchase(order._id)} className="btn btn-paid btn-small">
          <Icon name="check" />
          Paid<span className="sr-only"> of {order.productName}</span>
        </Link>
        {isForAdmin && <DisputeNote order={order} />}
      </span>
    )
  if (totalOf(orders) === 0) return 'Nothing to pay'
  if (isForAdmin) return <span className="chip bg-warn-tint text-warn">Unpaid</span>
  return (
    <span className="orders-pay">
      <Link to={urls.payment(order._id)} className="btn btn-main btn-small whitespace-nowrap">
        Pay {formatDollars(totalOf(orders))}
        <span className="sr-only"> for {orders.map(({ productName }) => productName).join(', ')}</span>
      </Link>
      {order.expiresAt && (
        <span className="text-[13px] text-muted">
          Kept for you until <DateTime at={order.expiresAt} toTheMinute />
        </span>
      )}
    </span>
  )
}
