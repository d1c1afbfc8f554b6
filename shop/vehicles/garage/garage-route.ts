import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { vehicleRoutes } from '~/shop/routes.ts'
import type { Step, Vehicle, VinAnswer } from '../contract.ts'
import { looksLikeVin } from '../vin/vin.ts'
import { vinContext } from '../vin/vin-context.ts'

export { GaragePage as Component } from './GaragePage.tsx'

export type GarageData = {
  q: string
  make: string
  model: string
  steps: Step[]
  /** Undefined until words or a model say which. */
  cars?: Vehicle[] | undefined
  /** What a VIN tells that was sent without a script. */
  proposal?: VinAnswer | undefined
}

const longest = 80

/** What the address asks for: the makes, the models of one, its cars, or what words find. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<GarageData> {
  const query = new URL(request.url).searchParams
  const said = (name: string) => (query.get(name) ?? '').trim().slice(0, longest)
  const place = { q: said('q'), make: said('make'), model: said('model') }
  // Somebody may write a VIN into the address: it is not shown again, nor searched for.
  if (looksLikeVin(place.q)) place.q = ''
  const get = context.get(apiContext)
  const proposal = context.get(vinContext)
  if (proposal) {
    // Where the VIN says no more than the make, its models are the next step.
    const make = proposal.cars.length === 0 ? proposal.make.key : ''
    const models = make ? (await get(vehicleRoutes.listModels, { query: { make } })).data : []
    if (models.length > 0) return { ...place, make, steps: models, proposal }
    return { ...place, steps: (await get(vehicleRoutes.listMakes)).data, proposal }
  }
  const { q, make, model } = place
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
