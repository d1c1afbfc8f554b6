import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { needsRoutes } from '~/shop/account-routes.ts'
import { loadCar } from '../judge-parts.server.ts'
import { needsContract } from './contract.ts'
import { needsOf } from './needs.server.ts'

export const needsApi = (database: Database) =>
  endpoints(needsRoutes, needsContract, {
    getCarNeeds: {
      access: 'everyone',
      perMinute: 60,
      summary:
        'What a car needs, kind by kind: what is known of it, and the parts that fit or have its measures',
      handler: async ({ query: { car, facts } }) => needsOf(database, await loadCar(database.db, car, facts)),
    },
  })
