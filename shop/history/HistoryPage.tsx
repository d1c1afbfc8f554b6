import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import { withQuery } from '~/platform/client/route.ts'
import { keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { FilterTabs, ListPage } from '~/platform/lists/ListPage.tsx'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import type { ListView } from '~/platform/lists/read-list-query.ts'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
import { Cell, Table } from '~/platform/lists/Table.tsx'
import { isStaff } from '~/platform/roles.ts'
import { historyRoutes } from '~/shop/account-routes.ts'
import { OrderAgain } from '~/shop/cart/OrderAgain.tsx'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listed, privateGet, privateList } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { purchaseState } from '~/shop/orders/purchase-state.ts'
import { orderNumber } from '~/shop/orders/rules.ts'
import { StatePill } from '~/shop/orders/StatePill.tsx'
import { urls } from '~/shop/urls.ts'
import { useGarage } from '~/shop/vehicles/garage/garage.ts'
import { AssignedCar } from './AssignedCar.tsx'
import type { BoughtForCars, HistoryPart } from './contract.ts'

type View = ListView & { car: string }
type HistoryData = { list: Listed<HistoryPart, View>; bought: BoughtForCars }

export async function loader({ request }: LoaderFunctionArgs): Promise<HistoryData | null> {
  const car = new URL(request.url).searchParams.get('car') ?? ''
  const view = { ...readListQuery(request), car }
  const [found, bought] = await Promise.all([
    privateList(historyRoutes.listBoughtParts, {
      query: { ...view, ...(car ? { car } : { car: undefined }), limit: rowsPerPage },
    }),
    privateGet(historyRoutes.listBoughtForCars),
  ])
  return found && bought ? { list: listed(found, view), bought } : null
}

/** What was bought for each car, and when: to read, to print, and to order again. */
function HistoryPage() {
  const data = useLoaderData<HistoryData | null>()
  const { cars } = useGarage()
  if (!data) return null
  const { list, bought } = data
  const { car } = list.view
  const names = namesOfCars(cars, bought)
  return (
    <ListPage
      title="Service history"
      lead={leadFor(car, names)}
      list={list}
      one="part"
      search="Part or number"
      address={({ page, q, from, car }) => historyAt({ car, q, from, page })}
      actions={
        list.rows.length > 0 && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => window.print()}>
            Print
          </button>
        )
      }
      tools={
        Object.keys(names).length > 1 && (
          <div className="order-first min-w-0 basis-full">
            <FilterTabs
              label="Cars"
              names={names}
              current={car}
              address={(next) => historyAt({ car: next })}
            />
          </div>
        )
      }
      empty={list.view.q ? 'No parts' : <NothingBought isForACar={car !== '' && car !== 'none'} />}
    >
      <BoughtParts parts={list.rows} />
    </ListPage>
  )
}

export { HistoryPage as Component }

type Asked = { car: string; q?: string; from?: string | undefined; page?: number }

/** Here and not with the other addresses: each of those is in the first page's script. */
const historyAt = ({ car, q, from, page }: Asked) =>
  withQuery(urls.serviceHistory(), { car, q, from, page }, { page: 1 })

/** Those of the garage, then others that something was bought for; parts without a car come last. */
function namesOfCars(garage: { vehicleId: string; name: string }[], { cars, withoutCar }: BoughtForCars) {
  const all = [
    ...garage,
    ...cars.filter((car) => !garage.some(({ vehicleId }) => vehicleId === car.vehicleId)),
  ]
  return Object.fromEntries([
    ['', 'All cars'],
    ...all.map(({ vehicleId, name }) => [vehicleId, name]),
    ...(withoutCar > 0 ? [['none', 'Without a car']] : []),
  ]) as Record<string, string>
}

function leadFor(car: string, names: Record<string, string>) {
  if (car === 'none')
    return 'Bought for no car in particular. Say which car it was for, and it is in its history.'
  return car === '' ? 'What you have bought for your cars, and when.' : (names[car] ?? 'A car of earlier')
}

const NothingBought = ({ isForACar }: { isForACar: boolean }) => (
  <>
    <p className="font-display text-[22px] font-bold">
      {isForACar ? 'Nothing was bought for this car yet' : 'Nothing was bought yet'}
    </p>
    <p className="text-muted">What is paid for stands here, by the car that you chose when you ordered it.</p>
    <Link to={urls.shop()} className="btn btn-main">
      Shop the parts
    </Link>
  </>
)

const BoughtParts = ({ parts }: { parts: HistoryPart[] }) => {
  const session = useSession()
  const isOfStaff = session.status === 'signed-in' && isStaff(session.user.role)
  return (
    <Table columns={['Part', 'Bought', 'Pieces', 'Order', 'State', 'Action']} figures={['Pieces']}>
      {parts.map((part) => (
        <tr key={part._id}>
          <td className="card-head">
            <PartName part={part} />
          </td>
          <Cell name="Bought">
            <DateTime at={part.paidAt ?? part.createdAt} />
          </Cell>
          <Cell name="Pieces">{part.pieces}</Cell>
          <Cell name="Order">
            <Link to={urls.purchase(part._id)} className="text-link inline-flex min-h-6 items-center">
              <span className="sr-only">Order </span>
              {orderNumber(part.purchaseId)}
            </Link>
          </Cell>
          <Cell name="State">
            <StatePill state={stateOf(part)} />
          </Cell>
          <td className="print:hidden">{part.isSold && !isOfStaff && <Again part={part} />}</td>
        </tr>
      ))}
    </Table>
  )
}

const PartName = ({ part }: { part: HistoryPart }) => {
  const { productId, productName, image, isSold, fit } = part
  return (
    <span className="flex items-center gap-3">
      <span className="w-(--picture,3.5rem) flex-none">
        <Thumbnail image={image} />
      </span>
      <span className="min-w-0">
        {isSold ? (
          <Link to={urls.product(productId)} className="font-medium underline-offset-4 hover:underline">
            {keepUnits(productName)}
          </Link>
        ) : (
          <>
            <span className="font-medium">{keepUnits(productName)}</span>
            <span className="block text-[13px] text-muted">no longer sold</span>
          </>
        )}
        {fit ? <ForCar fit={fit} /> : <AssignedCar part={part} />}
      </span>
    </span>
  )
}

const stateOf = (part: HistoryPart) =>
  purchaseState([part], { total: part.price ?? 0, deliveredAt: part.purchase?.deliveredAt })

/** What was said about the car may have changed since. */
function Again({ part: { _id, purchaseId, productName, car } }: { part: HistoryPart }) {
  const { cars } = useGarage()
  const facts = cars.find(({ vehicleId }) => vehicleId === car?.vehicleId)?.facts ?? car?.facts ?? ''
  return (
    <OrderAgain
      purchaseId={purchaseId}
      productName={productName}
      part={{ orderId: _id, ...(car && { car: { vehicleId: car.vehicleId, facts } }) }}
    />
  )
}
