import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import type { Step, Vehicle } from '../contract.ts'
import { vehicleRoutes } from '../routes.ts'
import { looksLikeVin } from '../vin/vin.ts'

export { GaragePage as Component } from './GaragePage.tsx'

export type GarageData = {
  q: string
  make: string
  model: string
  steps: Step[]
  /** Undefined until words or a model say which. */
  cars?: Vehicle[] | undefined
}

const longest = 80

/** What the address asks for: the makes, the models of one, its cars, or what words find. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<GarageData> {
  const query = new URL(request.url).searchParams
  const said = (name: string) => (query.get(name) ?? '').trim().slice(0, longest)
  const place = { q: said('q'), make: said('make'), model: said('model') }
  // Without a script a VIN comes in the address: it is not shown again, nor searched for.
  if (looksLikeVin(place.q)) place.q = ''
  const { q, make, model } = place
  const get = context.get(apiContext)
  if (q)
    return { ...place, steps: [], cars: (await get(vehicleRoutes.searchVehicles, { query: { q } })).data }
  if (make && model)
    return {
      ...place,
      steps: [],
      cars: (await get(vehicleRoutes.listVehicles, { query: { make, model } })).data,
    }
  if (make) return { ...place, steps: (await get(vehicleRoutes.listModels, { query: { make } })).data }
  return { ...place, steps: (await get(vehicleRoutes.listMakes)).data }
}
