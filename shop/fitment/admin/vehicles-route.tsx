import type { LoaderFunctionArgs } from 'react-router'
import { useParams } from 'react-router'
import { manageFitmentsRoutes, vehicleAdminRoutes } from '~/shop/admin-routes.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { QuestionsPage } from '~/shop/vehicles/admin/QuestionsPage.tsx'
import { loadVehicles, VehiclesPage } from '~/shop/vehicles/admin/VehiclesPage.tsx'
import { DoubtfulFitsPage } from './DoubtfulFitsPage.tsx'

/** Lists about cars, each at its address below that of the vehicles. */
const lists = {
  vehicles: { load: loadVehicles, Page: VehiclesPage },
  questions: { load: () => staffGet(vehicleAdminRoutes.listFitAttributes), Page: QuestionsPage },
  doubtful: { load: listLoader(manageFitmentsRoutes.listDoubtfulFits), Page: DoubtfulFitsPage },
}

const listOf = (name = 'vehicles') => lists[name as keyof typeof lists]

export async function loader(given: LoaderFunctionArgs) {
  const list = listOf(given.params.list)
  if (!list) throw new Response(null, { status: 404 })
  return (await list.load(given)) ?? null
}

export function Component() {
  const { Page } = listOf(useParams().list)
  return <Page />
}
