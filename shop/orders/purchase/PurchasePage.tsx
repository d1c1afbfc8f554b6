import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { useRestoreFocus } from '~/platform/lists/use-restore-focus.ts'
import { formatDollars } from '~/platform/money.ts'
import { may } from '~/platform/roles.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { addressRoutes, orderRoutes } from '~/shop/account-routes.ts'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import { privateGet } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import type { User } from '~/shop/identity/session/session-store.ts'
import { urls } from '~/shop/urls.ts'
import { useBuyingSettings } from '../BuyingTerms.tsx'
import type { Purchase } from '../contract.ts'
import { DeliveryAddress } from '../deliver/DeliveryAddress.tsx'
import { PurchaseDeposits } from '../deposits/PurchaseDeposits.tsx'
import { NothingToPay } from '../NothingToPay.tsx'
import { headline, purchaseState } from '../purchase-state.ts'
import { PurchaseReturns } from '../returns/PurchaseReturns.tsx'
import { orderNumber } from '../rules.ts'
import { StatePill } from '../StatePill.tsx'
import { WithdrawFromContract } from '../withdrawals/WithdrawFromContract.tsx'
import { ManagedPurchase } from './ManagedPurchase.tsx'
import { ParcelPanel } from './Parcel.tsx'
import { Parts } from './Parts.tsx'
import { Sum } from './Sum.tsx'

type PurchaseData = { purchase: Purchase; addresses: SavedAddress[] }

/** By its id, or that of any of its orders: one that is cancelled meanwhile leaves the others. */
export async function loader({ params }: LoaderFunctionArgs): Promise<PurchaseData | null> {
  const [purchase, addresses] = await Promise.all([
    privateGet(orderRoutes.getPurchase, { params: { id: params.id! } }),
    privateGet(addressRoutes.listAddresses),
  ])
  return purchase && addresses ? { purchase, addresses } : null
}

/** What the areas beside orders have to say about a purchase. */
type Props = {
  orderAgain: (purchase: Purchase) => ReactNode
  writeToUs: (purchase: Purchase, user: User) => ReactNode
}

/** All about one purchase: for its customer when it comes and what can be done about it, for admins what they may do. */
export function PurchasePage(props: Props) {
  const data = useLoaderData<PurchaseData | null>()
  const session = useSession()
  const { heading, rows } = useRestoreFocus()
  if (!data || session.status !== 'signed-in') return null
  const { purchase } = data
  const { user } = session
  const isForAdmin = may(user.role, 'money')
  if (purchase.orders.length === 0) return <NothingToPay data={{ is: 'cancelled' }} />
  return (
    <div {...rows} className="grid grid-cols-1 gap-4">
      <Title page={`Purchase ${orderNumber(purchase._id)}`} />
      <header className="grid gap-1">
        <p>
          <Link
            to={isForAdmin ? urls.allOrders() : urls.myOrders()}
            className="text-link inline-flex min-h-11 items-center gap-1.5 text-sm"
          >
            <Icon name="back" />
            {isForAdmin ? 'All Orders' : 'My Orders'}
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 {...heading} className="text-[28px] sm:text-[32px]">
            Purchase {orderNumber(purchase._id)}
          </h1>
          <StatePill state={stateOf(purchase, isForAdmin)} />
          <p className="text-muted">
            <DateTime at={purchase.orders[0]!.createdAt} />
          </p>
        </div>
      </header>
      {isForAdmin ? (
        <ManagedPurchase purchase={purchase} />
      ) : (
        <OwnPurchase {...props} {...data} user={user} />
      )}
    </div>
  )
}

const stateOf = (purchase: Purchase, isForAdmin: boolean) =>
  purchaseState(purchase.orders, { ...purchase, deliveredAt: purchase.parcel?.deliveredAt }, { isForAdmin })

function OwnPurchase({
  purchase,
  addresses,
  user,
  orderAgain,
  writeToUs,
}: Props & PurchaseData & { user: User }) {
  const { revalidate } = useRevalidator()
  const { deliveryDays } = useBuyingSettings()
  const changed = () => void revalidate()
  const address = <DeliveryAddress purchase={purchase} addresses={addresses} onChanged={revalidate} />
  const isDue = !purchase.orders[0]!.paid && purchase.total > 0
  const lacksAddress = !isDue && !purchase.address && !purchase.way?.collection
  return (
    <div className="purchase-columns">
      <div>
        <ParcelPanel
          purchase={purchase}
          title={headline(purchase, purchase.way?.days ?? deliveryDays, new Date())}
        >
          {isDue && <Pay purchase={purchase} />}
          {lacksAddress && (
            <p className="rounded-control bg-danger-tint p-3 text-[15px]">
              <b className="font-semibold text-danger">This purchase has no address.</b>{' '}
              {purchase.total > 0 && 'It is paid and waits. '}Tell us where it should go, and we pack it.
            </p>
          )}
        </ParcelPanel>
        {lacksAddress && address}
        <Parts purchase={purchase} onChanged={changed} orderAgain={orderAgain} />
        <WithdrawFromContract purchase={purchase} user={user} onChanged={changed} />
        <PurchaseReturns purchase={purchase} onChanged={changed} />
        <PurchaseDeposits purchase={purchase} />
        {writeToUs(purchase, user)}
      </div>
      <div>
        <Sum purchase={purchase} />
        {/* Pay asks for the address of what is not paid. */}
        {purchase.address && address}
      </div>
    </div>
  )
}

const Pay = ({ purchase: { orders, total } }: { purchase: Purchase }) => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <Link to={urls.payment(orders[0]!._id)} className="btn btn-main">
      Pay {formatDollars(total)}
    </Link>
    {orders[0]!.expiresAt && (
      <span className="text-sm text-muted">
        Kept for you until <DateTime at={orders[0]!.expiresAt} toTheMinute />
      </span>
    )}
  </p>
)
