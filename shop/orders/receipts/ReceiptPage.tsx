import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { orderRoutes } from '~/shop/account-routes.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import type { Purchase } from '../contract.ts'
import type { PaymentData } from '../load-payment.ts'
import { NothingToPay } from '../NothingToPay.tsx'
import { orderNumber, shownTransactionId } from '../rules.ts'
import { CreditNotes, refundWords } from './CreditNotes.tsx'
import type { Receipt as Document } from './contract.ts'
import { ReceiptTable } from './ReceiptTable.tsx'

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

function Receipt({ purchase }: { purchase: Purchase }) {
  const { orders, receipts } = purchase
  const [order] = orders
  const [receipt, ...notes] = receipts
  if (!order || !receipt) return null
  const refund = orders.find((it) => it.refund)?.refund
  return (
    <article className="panel receipt grid gap-6 p-6 sm:p-8" aria-labelledby="receipt">
      <header className="flex flex-wrap justify-between gap-6">
        <div className="grid content-start gap-1">
          <h1 id="receipt" className="text-[28px] sm:text-[36px]">
            Receipt
          </h1>
          <p className="font-semibold">{receipt.number ?? 'Paid before receipts had numbers'}</p>
          <p className="text-muted">
            {orders.length > 1 ? 'Orders' : 'Order'} {orders.map(({ _id }) => orderNumber(_id)).join(', ')}
          </p>
        </div>
        <Seller seller={receipt.seller} />
      </header>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Paid">{order.paidAt && <DateTime at={order.paidAt} toTheMinute />}</Fact>
        <Fact name="Ordered">
          <DateTime at={order.createdAt} toTheMinute />
        </Fact>
        <Fact name="For">
          {receipt.customer.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Fact>
        <Fact name="Card">{order.cardLast4 ? `ending in ${order.cardLast4}` : 'paid by card'}</Fact>
        {order.transactionId && (
          <Fact name="Transaction">
            <span className="font-mono [overflow-wrap:anywhere]">
              {shownTransactionId(order.transactionId)}
            </span>
          </Fact>
        )}
        {refund && <Fact name="Refund">{refundWords(refund.state, receipts)}</Fact>}
      </dl>
      <ReceiptTable receipt={receipt} delivery={purchase.delivery} cars={orders.map(({ fit }) => fit?.car)} />
      <CreditNotes notes={notes} purchaseId={purchase._id} />
      <div className="grid gap-3 print:hidden">
        {receipt.number && !receipt.hasPdf && (
          <p className="text-sm text-muted">
            Our PDF cannot show all letters of this receipt. Print it instead: your browser can save that as a
            PDF.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-main" onClick={() => print()}>
            Print
          </button>
          {receipt.number && receipt.hasPdf && (
            <DownloadButton
              download={() =>
                fetchAs(orderRoutes.getReceiptFile, {
                  params: { id: purchase._id, number: receipt.number! },
                })
              }
              text="Download PDF"
              busy="Downloading…"
            />
          )}
          <Link to={urls.myOrders()} className="btn btn-quiet">
            My Orders
          </Link>
        </div>
      </div>
    </article>
  )
}

const Seller = ({ seller: { name, address, taxId } }: Pick<Document, 'seller'>) => (
  <address className="text-sm not-italic sm:text-right">
    <b>{name}</b>
    {[...address, ...(taxId ? [`Tax id ${taxId}`] : [])].map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ))}
  </address>
)

export { loader } from '../load-payment.ts'
export { ReceiptPage as Component }

/** A name and what it says, in a list of such. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
)
