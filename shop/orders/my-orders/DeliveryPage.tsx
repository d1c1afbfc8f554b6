import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { keepUnits } from '~/platform/units.ts'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import { Thumbnail } from '~/shop/catalogue/product/Thumbnail.tsx'
import { privateGet } from '~/shop/identity/session/private-get.ts'
import { addressRoutes, orderRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { Purchase } from '../contract.ts'
import { DeliveryAddress } from '../deliver/DeliveryAddress.tsx'
import { deliveryNames } from '../deliver/delivery-rules.ts'
import { NothingToPay } from '../NothingToPay.tsx'
import { PurchaseReturns } from '../returns/PurchaseReturns.tsx'

type DeliveryData = { purchase: Purchase; addresses: SavedAddress[] }

/** By the id of any order of the purchase. */
export async function loader({ params }: LoaderFunctionArgs): Promise<DeliveryData | null> {
  const order = await privateGet(orderRoutes.getOrder, { params: { id: params.id! } })
  if (!order) return null
  const [purchase, addresses] = await Promise.all([
    privateGet(orderRoutes.getPurchase, { params: { id: order.purchaseId } }),
    privateGet(addressRoutes.listAddresses),
  ])
  return purchase && addresses ? { purchase, addresses } : null
}

/** Where the parcel goes, and how far it has come. */
function DeliveryPage() {
  const data = useLoaderData<DeliveryData | null>()
  const { revalidate } = useRevalidator()
  if (!data) return null
  const { purchase, addresses } = data
  if (purchase.orders.length === 0) return <NothingToPay data={{ is: 'cancelled' }} />
  return (
    <div className="grid gap-6">
      <Title page="Delivery" />
      <h1 className="text-[28px] sm:text-[36px]">Delivery</h1>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid gap-6">
          <Progress purchase={purchase} />
          <Parts purchase={purchase} />
          <PurchaseReturns purchase={purchase} onChanged={() => void revalidate()} />
        </div>
        <DeliveryAddress purchase={purchase} addresses={addresses} onChanged={revalidate} />
      </div>
      <Link to={urls.myOrders()} className="btn btn-quiet justify-self-start">
        My Orders
      </Link>
    </div>
  )
}

const steps = ['packed', 'shipped', 'delivered'] as const

function Progress({ purchase: { parcel, orders } }: { purchase: Purchase }) {
  const isPaid = orders.some(({ paid }) => paid)
  return (
    <section className="panel grid gap-4 p-5 sm:p-6" aria-labelledby="parcel">
      <h2 id="parcel" className="text-[22px]">
        {parcel ? deliveryNames[parcel.state] : isPaid ? 'Paid' : 'Not sent yet'}
      </h2>
      {parcel?.state === 'needs_address' && <p>Tell us where it should go, and we pack it.</p>}
      {!parcel && !isPaid && (
        <p className="text-muted">It is packed once it is paid, or has an address if it is free.</p>
      )}
      <ol className="grid gap-2">
        {steps.map((step) => {
          const at = parcel?.[`${step}At`]
          return (
            <li key={step} className={`flex justify-between gap-3 ${at ? '' : 'text-muted'}`}>
              <span>{deliveryNames[step]}</span>
              <span>{at ? <DateTime at={at} toTheMinute /> : '–'}</span>
            </li>
          )
        })}
      </ol>
      {parcel?.carrier && (
        <p>
          {parcel.carrier}
          {parcel.trackingNumber && ', '}
          {parcel.trackingUrl ? (
            <a href={parcel.trackingUrl} className="text-link" target="_blank" rel="noopener noreferrer">
              {parcel.trackingNumber}
            </a>
          ) : (
            parcel.trackingNumber
          )}
        </p>
      )}
    </section>
  )
}

const Parts = ({ purchase: { orders } }: { purchase: Purchase }) => (
  <section className="panel grid gap-3 p-5 sm:p-6" aria-label="Parts">
    <ul className="grid gap-3">
      {orders.map((order) => (
        <li key={order._id} className="flex items-start gap-3">
          <span className="w-12 flex-none">
            <Thumbnail image={order.image} />
          </span>
          <span className="grid min-w-0 gap-1">
            <b className="font-semibold">{keepUnits(order.productName)}</b>
            <span className="text-sm text-muted">
              {countOf(order.quantity, 'piece')}, size {order.size}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </section>
)

export { DeliveryPage as Component }
