import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { fitKindsOf } from '~/shop/catalogue/store.server.ts'
import { fitmentRoutes } from '~/shop/routes.ts'
import { vehiclesByIds } from '~/shop/vehicles/store.server.ts'
import { fitmentContract, refuse } from './contract.ts'
import { fitOf, loadCar, marksOf, unconditionallyFor } from './judge-parts.server.ts'
import { vehiclesOfPart } from './store.server.ts'

export const fitmentApi = ({ database: { db } }: { database: Database }) =>
  endpoints(fitmentRoutes, fitmentContract, {
    listFitMarks: {
      access: 'everyone',
      summary: 'Whether each of these parts fits a car, in a few words',
      handler: async ({ query: { car, facts, parts } }) => marksOf(db, await loadCar(db, car, facts), parts),
    },
    getPartFit: {
      access: 'everyone',
      summary: 'Whether a part fits a car, why, and the question that would decide it',
      handler: async ({ params, query: { car, facts } }) =>
        fitOf(db, await loadCar(db, car, facts), params.id),
    },
    listPartVehicles: {
      access: 'everyone',
      summary: 'The cars that a part is listed for, the first 500',
      topics: ['products', 'vehicles', 'fitments'],
      async handler({ params: { id }, query: { only } }) {
        if ((await fitKindsOf(db, [id])).size === 0) throw refuse('unknown_product')
        const listed = await vehiclesOfPart(db, id)
        const vehicles = await vehiclesByIds(db, only ? await unconditionallyFor(db, id, listed) : listed)
        return vehicles.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      },
    },
  })
