import type { LoaderFunctionArgs } from 'react-router'
import { isRouteErrorResponse, Link, useLoaderData, useLocation, useRouteError } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { readFilters } from '~/shop/catalogue/list-filters.ts'
import { ShopPage } from '~/shop/catalogue/shop-page/ShopPage.tsx'
import type { ShopData } from '~/shop/catalogue/shop-page/shop-route.ts'
import { loadShop } from '~/shop/catalogue/shop-page/shop-route.ts'
import { catalogueRoutes, vehicleRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { NamedVehicles } from '~/shop/vehicles/contract.ts'
import { NamedCars } from '~/shop/vehicles/garage/NamedCars.tsx'
import { ErrorPage } from './ErrorPage.tsx'

export { ListNotFound as ErrorBoundary }

export type ShopRouteData = {
  list: ShopData
  named?: NamedVehicles | undefined
  /** How many parts of the whole shop fit the car that the list is for. */
  fitting?: number | undefined
}

export async function loader(given: LoaderFunctionArgs): Promise<ShopRouteData> {
  const [list, named, fitting] = await Promise.all([loadShop(given), loadNamed(given), loadFitting(given)])
  return { list, named, fitting }
}

async function loadFitting({ request, context }: LoaderFunctionArgs) {
  const { car, facts } = readFilters(new URL(request.url).searchParams)
  if (!car) return undefined
  const query = { car, facts, page: 1, limit: 1 }
  const found = await context
    .get(apiContext)(catalogueRoutes.listProducts, { query })
    .catch(() => undefined)
  return found?.total
}

/** The cars that the search names, in a list that is not about one already. It depends on the address alone. */
async function loadNamed({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const q = query.get('q')?.trim()
  if (!q || query.get('car')) return undefined
  const get = context.get(apiContext)
  // Without an offer the list is what it was.
  const found = await get(vehicleRoutes.findNamedVehicles, { query: { q } }).catch(() => undefined)
  return found && found.data.cars.length > 0 ? found.data : undefined
}

export function Component() {
  const { list, named } = useLoaderData<ShopRouteData>()
  const offer = named && (
    <NamedCars
      named={named}
      address={({ _id }) => urls.shop({ ...list, page: 1, q: named.rest, car: _id })}
    />
  )
  return <ShopPage data={list} offer={offer} />
}

/** Instead of a list of parts. One for a car is most likely not there because the car is no longer listed. */
function ListNotFound() {
  const error = useRouteError()
  const isForCar = new URLSearchParams(useLocation().search).has('car')
  if (!isForCar || !isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <section className="section grid justify-items-start gap-5 lg:py-28">
      <Title page="Not Found" description="There is no list of parts for this car." />
      <p className="eyebrow">404, list not found</p>
      <h1 className="max-w-[20ch] text-[clamp(36px,5.2vw,64px)] leading-[1.04]">
        There is no list for this car.
      </h1>
      <p className="lead">
        The car may no longer be among those we know. Choose it again, or look at all parts.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Link to={urls.garage()} className="btn btn-main">
          Choose your car
        </Link>
        <Link to={urls.shop()} className="btn btn-quiet">
          All parts
        </Link>
      </div>
    </section>
  )
}
