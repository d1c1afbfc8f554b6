import { Link, useLoaderData } from 'react-router'
import type { RouteResponse } from '~/platform/client/route.ts'
import { keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { withdrawalRoutes } from '~/shop/account-routes.ts'
import { privateGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import { orderNumber } from '../rules.ts'
import type { WithdrawalContract } from './contract.ts'
import { DayInWords } from './DayInWords.tsx'

type Purchases = RouteResponse<WithdrawalContract['listWithdrawable']>

export const loader = async () => (await privateGet(withdrawalRoutes.listWithdrawable)) ?? null

/** The own purchases from which one may withdraw: the function itself is on the page of each. */
function MyWithdrawalsPage() {
  const purchases = useLoaderData<Purchases | null>()
  if (!purchases) return null
  return (
    <div className="grid gap-4">
      <Title page="Withdraw from contract" />
      <h1 className="text-[28px] sm:text-[32px]">Withdraw from contract</h1>
      {purchases.length === 0 ? (
        <p className="panel p-5 text-muted sm:p-6">
          There is no purchase from which you may withdraw now.{' '}
          <Link to={urls.myOrders()} className="text-link">
            My Orders
          </Link>{' '}
          has them all.
        </p>
      ) : (
        <>
          <p className="text-muted">Choose the purchase. You need not say why.</p>
          <ul className="grid gap-3">
            {purchases.map(({ purchaseId, createdAt, until, pieces }) => (
              <li key={purchaseId} className="panel flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:p-5">
                <p className="min-w-0 flex-1 basis-64">
                  <b className="font-semibold">no. {orderNumber(purchaseId)}</b>, <DateTime at={createdAt} />
                  <span className="block text-sm text-muted">
                    {pieces.map((line) => `${line.quantity} × ${keepUnits(line.productName)}`).join(', ')}
                  </span>
                  <span className="block text-sm text-muted">
                    {until ? (
                      <>
                        Until <DayInWords day={until} />
                      </>
                    ) : (
                      'The days count from when all of it has arrived'
                    )}
                  </span>
                </p>
                <Link to={`${urls.purchase(purchaseId)}#withdraw`} className="btn btn-quiet btn-small">
                  Withdraw<span className="sr-only"> from no. {orderNumber(purchaseId)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

export { MyWithdrawalsPage as Component }
