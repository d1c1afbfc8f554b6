import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Link } from '~/platform/ui/Link.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import type { Order, Purchase } from '../contract.ts'
import { orderNumber, shownTransactionId } from '../rules.ts'
import type { PaymentData } from './load-payment.ts'
import { NothingToPay } from './NothingToPay.tsx'

/** What was paid, to be read or printed on one page. */
function ReceiptPage() {
  const data = useLoaderData<PaymentData | null>()
  if (!data) return null
  const isPaid = data.is === 'paid' || data.is === 'refunded'
  return (
    <>
      <Title page="Receipt" />
      {isPaid ? <Receipt purchase={data.purchase} /> : <NoReceipt data={data} />}
    </>
  )
}

const NoReceipt = ({ data }: { data: Exclude<PaymentData, { is: 'paid' | 'refunded' }> }) =>
  data.is === 'due' ? (
    <div className="panel grid justify-items-center gap-4 px-6 py-16 text-center">
      <h1 className="text-[28px] sm:text-[36px]">Not paid yet</h1>
      <p className="lead">There is a receipt as soon as this order is paid.</p>
      <Link to={urls.payment(data.order._id)} className="btn btn-main">
        Pay now
      </Link>
    </div>
  ) : (
    <NothingToPay data={data} />
  )

function Receipt({ purchase: { orders, delivery, total } }: { purchase: Purchase }) {
  const [order] = orders
  if (!order) return null
  const refunds = orders.flatMap(({ refund }) => refund ?? [])
  const returned = refunds.reduce((sum, refund) => sum + refund.returned, 0)
  return (
    <article className="panel receipt grid gap-6 p-6 sm:p-8" aria-labelledby="receipt">
      <header className="flex flex-wrap justify-between gap-6">
        <div className="grid content-start gap-1">
          <h1 id="receipt" className="text-[28px] sm:text-[36px]">
            Receipt
          </h1>
          <p className="text-muted">
            {orders.length > 1 ? 'Orders' : 'Order'} {orders.map(({ _id }) => orderNumber(_id)).join(', ')}
          </p>
        </div>
        <address className="text-sm not-italic sm:text-right">
          <b>Car Parts</b>
          <br />
          14 Flywheel Lane
          <br />
          Old Tannery Yard, Millbridge
        </address>
      </header>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Paid">{order.paidAt && <DateTime at={order.paidAt} toTheMinute />}</Fact>
        <Fact name="Ordered">
          <DateTime at={order.createdAt} toTheMinute />
        </Fact>
        <Fact name="For">
          {order.userName}, {order.email}
        </Fact>
        <Fact name="Card">{order.cardLast4 ? `ending in ${order.cardLast4}` : 'paid by card'}</Fact>
        {order.transactionId && (
          <Fact name="Transaction">
            <span className="font-mono break-all">{shownTransactionId(order.transactionId)}</span>
          </Fact>
        )}
        {refunds[0] && <Fact name="Refund">{refundWords(refunds[0].state)}</Fact>}
      </dl>
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-2 pr-4 font-semibold">
              Part
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-semibold">
              Unit price
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-semibold">
              Quantity
            </th>
            <th scope="col" className="py-2 text-right font-semibold">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((line) => (
            <tr key={line._id} className="border-b border-line align-top">
              <td className="py-3 pr-4 break-words">
                {line.productName}, size {line.size}
                {line.fit && <span className="block text-muted">for {line.fit.car}</span>}
              </td>
              <td className="py-3 pr-4 text-right">
                <Money amount={line.unitPrice} />
              </td>
              <td className="py-3 pr-4 text-right">{line.quantity}</td>
              <td className="py-3 text-right font-semibold">
                <Money amount={line.price} />
              </td>
            </tr>
          ))}
          <SumRow name="Delivery">{delivery > 0 ? <Money amount={delivery} /> : 'included'}</SumRow>
          <SumRow name="Paid in all">
            <b>
              <Money amount={total} />
            </b>
          </SumRow>
          {returned > 0 && (
            <SumRow name="Returned to the card">
              −<Money amount={returned} />
            </SumRow>
          )}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-3 print:hidden">
        <button type="button" className="btn btn-main" onClick={() => print()}>
          Print
        </button>
        <Link to={urls.myOrders()} className="btn btn-quiet">
          My Orders
        </Link>
      </div>
    </article>
  )
}

const SumRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <tr className="border-b border-line">
    <th scope="row" colSpan={3} className="py-3 pr-4 text-left font-normal">
      {name}
    </th>
    <td className="py-3 text-right">{children}</td>
  </tr>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
)

type RefundState = NonNullable<Order['refund']>['state']

/** Never more than is so. */
const refundWords = (state: RefundState) =>
  ({
    requested: 'requested',
    pending: 'on its way, not arrived yet',
    refused: 'delayed; we are looking into it',
    failed: 'delayed; we are looking into it',
    succeeded: 'returned to the card',
  })[state]

export { loader } from './load-payment.ts'
export { ReceiptPage as Component }
