import type { ReactNode } from 'react'
import { localShortMinute } from '~/platform/dates.ts'
import { countOf, keepUnits } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { useBuyingSettings } from '../BuyingTerms.tsx'
import type { Purchase } from '../contract.ts'
import type { ParcelProgress } from '../deliver/contract.ts'
import { carriers } from '../deliver/delivery-rules.ts'
import { customersNames, expectedDays } from '../purchase-state.ts'

type Props = { purchase: Purchase; title: string; children?: ReactNode }

/** How far the parcel has come, in four steps, and where it can be followed. */
export function ParcelPanel({ purchase, title, children }: Props) {
  const { deliveryDays } = useBuyingSettings()
  const expected = expectedDays(purchase, purchase.way?.days ?? deliveryDays, new Date())
  const steps = stepsOf(purchase)
  return (
    <section className="panel grid gap-4 p-4 md:p-6" aria-labelledby="parcel">
      <h2 id="parcel" className="text-[18px]">
        {title}
      </h2>
      {children}
      <ol className="tracker" aria-label="Delivery">
        {steps.map(({ name, at, isDone }, n) => (
          <li key={name} data-is={isDone ? (steps[n + 1]?.isDone ? 'done' : 'now') : undefined}>
            <span className="tracker-mark" aria-hidden="true">
              {isDone ? <Icon name="check" /> : n + 1}
            </span>
            <b className="font-semibold">
              {name}
              {isDone && <span className="sr-only">, done</span>}
            </b>
            <span className="text-[13px] text-muted">
              {at ? (
                <time dateTime={at}>{localShortMinute(new Date(at))}</time>
              ) : (
                name === 'Delivered' && expected
              )}
            </span>
          </li>
        ))}
      </ol>
      {purchase.parcels.length > 1 ? (
        <SeveralParcels purchase={purchase} />
      ) : (
        purchase.parcel && (
          <Tracking
            progress={purchase.parcel}
            about={`One parcel, ${countOf(purchase.orders.length, 'part')}`}
          />
        )
      )}
    </section>
  )
}

function stepsOf({ orders, parcel, total, way }: Purchase) {
  const [order] = orders
  // What is further than a step has taken it, also before its time was stored.
  const reached = ['to_pack', 'packed', 'shipped', 'delivered'].indexOf(parcel?.state ?? '')
  return [
    total > 0
      ? { name: 'Paid', at: order?.paidAt, isDone: order?.paid === true }
      : { name: 'Ordered', at: order?.createdAt, isDone: true },
    { name: 'Packed', at: parcel?.packedAt, isDone: reached >= 1 },
    { name: way?.collection ? 'Ready to collect' : 'Shipped', at: parcel?.shippedAt, isDone: reached >= 2 },
    { name: way?.collection ? 'Collected' : 'Delivered', at: parcel?.deliveredAt, isDone: reached >= 3 },
  ]
}

/** Each with how far it has come, what is in it and where it can be followed. */
const SeveralParcels = ({ purchase: { parcels, orders } }: { purchase: Purchase }) => (
  <ul className="grid gap-4" aria-label="Parcels">
    {parcels.map((parcel, n) => (
      <li key={parcel._id} className="grid gap-3 border-t border-line pt-4">
        <p className="font-semibold">
          Parcel {n + 1} of {parcels.length}: {customersNames[parcel.state]}
        </p>
        <ul className="text-[15px]">
          {parcel.lines.map(({ orderId, quantity }) => (
            <li key={orderId}>
              {quantity} × {keepUnits(orders.find(({ _id }) => _id === orderId)?.productName ?? '')}
            </li>
          ))}
        </ul>
        <Tracking progress={parcel} />
      </li>
    ))}
  </ul>
)

type TrackingProps = { progress: ParcelProgress; about?: string }

function Tracking({ progress: { state, carrier, trackingNumber, trackingUrl }, about }: TrackingProps) {
  if (!carrier) return null
  return (
    <div
      className={`flex flex-wrap items-center gap-x-5 gap-y-3 ${about ? 'border-t border-line pt-4' : ''}`}
    >
      <div className="mr-auto min-w-0">
        <p>
          {carrier === carriers.other.name && !trackingNumber ? 'Sent' : carrier}{' '}
          <span className="font-mono text-[0.92em] break-all">{trackingNumber}</span>
        </p>
        {about && <p className="text-[13px] text-muted">{about}</p>}
      </div>
      {trackingUrl && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={`btn ${state === 'delivered' ? 'btn-quiet' : 'btn-main'} max-sm:w-full`}
        >
          Track with {carrier}
          <Icon name="arrow" />
        </a>
      )}
    </div>
  )
}
