import { Link, useRevalidator } from 'react-router'
import { longDay } from '~/platform/dates.ts'
import { EmailAddress } from '~/platform/lists/Table.tsx'
import { AddressLines } from '~/shop/addresses/AddressLines.tsx'
import { urls } from '~/shop/urls.ts'
import type { Purchase } from '../contract.ts'
import { AskForAddress } from '../deliver/AskForAddress.tsx'
import { deliveryNames } from '../deliver/delivery-rules.ts'
import { TakeOut } from '../deliver/TakeOut.tsx'
import { oldPartFilterNames } from '../deposits/deposit-rules.ts'
import { CancelOrder } from '../my-orders/CancelOrder.tsx'
import { DisputeNote } from '../OrderNotes.tsx'
import { RefundOrder } from '../refunds/RefundOrder.tsx'
import { returnFilterNames } from '../returns/return-rules.ts'
import { canBeTakenOut, isRefundable } from '../rules.ts'
import { withdrawalFilterNames } from '../withdrawals/withdrawal-rules.ts'
import { ParcelPanel } from './Parcel.tsx'
import { PartLines } from './Parts.tsx'
import { Sum } from './Sum.tsx'

/** For admins: all that can be done with the orders of a purchase. */
export function ManagedPurchase({ purchase }: { purchase: Purchase }) {
  const { revalidate } = useRevalidator()
  const changed = () => void revalidate()
  const { orders, parcel, returns, oldParts, withdrawals } = purchase
  const state = parcel?.state
  return (
    <div className="purchase-columns">
      <div>
        <ParcelPanel purchase={purchase} title={state ? deliveryNames[state] : 'Nothing to send'}>
          {state === 'needs_address' && <AskForAddress purchaseId={purchase._id} />}
          {state && (
            <Link
              to={urls.parcels({ state })}
              className="text-link inline-flex min-h-6 items-center justify-self-start text-sm"
            >
              All parcels: {deliveryNames[state]}
            </Link>
          )}
        </ParcelPanel>
        <PartLines
          purchase={purchase}
          isForAdmin
          actions={(order) => (
            <>
              {!order.paid && <CancelOrder order={order} onCancelled={changed} />}
              {canBeTakenOut(order) && <TakeOut order={order} onTakenOut={changed} />}
              {isRefundable(order) && <RefundOrder order={order} onRefunded={changed} />}
            </>
          )}
        >
          {withdrawals.map(({ _id, state: at, refundBy }) => (
            <Link key={_id} to={urls.withdrawals({ state: at })} className="text-link text-sm">
              Withdrawal:{' '}
              {at === 'open' ? `refund by ${longDay(new Date(refundBy))}` : withdrawalFilterNames[at]}
            </Link>
          ))}
          {returns.map(({ _id, state: at }) => (
            <Link key={_id} to={urls.returns({ state: at })} className="text-link text-sm">
              Return: {returnFilterNames[at]}
            </Link>
          ))}
          {oldParts.map(({ _id, state: at }) => (
            <Link key={_id} to={urls.oldParts({ state: at })} className="text-link text-sm">
              Old part: {oldPartFilterNames[at]}
            </Link>
          ))}
        </PartLines>
      </div>
      <div>
        <Sum purchase={purchase}>
          <DisputeNote order={orders[0]!} />
        </Sum>
        <Customer purchase={purchase} />
      </div>
    </div>
  )
}

function Customer({ purchase: { orders, address, way } }: { purchase: Purchase }) {
  const { userName, email } = orders[0]!
  return (
    <section className="panel grid gap-3 p-4 md:p-6" aria-labelledby="customer">
      <h2 id="customer" className="text-[18px]">
        Customer
      </h2>
      <p>
        {userName}
        {email && (
          <a href={`mailto:${email}`} className="text-link block">
            <EmailAddress address={email} />
          </a>
        )}
      </p>
      {address ? (
        <AddressLines address={address} />
      ) : (
        <p className="text-muted">
          {way?.collection ? 'It is collected at the workshop.' : 'This purchase has no address.'}
        </p>
      )}
    </section>
  )
}
