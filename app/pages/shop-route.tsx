import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { readFilters } from '~/shop/catalogue/list-filters.ts'
import { ShopPage } from '~/shop/catalogue/shop-page/ShopPage.tsx'
import type { ShopData } from '~/shop/catalogue/shop-page/shop-route.ts'
import { loadShop } from '~/shop/catalogue/shop-page/shop-route.ts'
import { catalogueRoutes, vehicleRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { NamedVehicles } from '~/shop/vehicles/contract.ts'
import { NamedCars } from '~/shop/vehicles/garage/NamedCars.tsx'

export { ListNotFound as ErrorBoundary } from './ListNotFound.tsx'

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
