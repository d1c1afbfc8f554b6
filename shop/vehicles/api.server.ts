import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { garageRoutes, vehicleRoutes, vinRoutes } from '~/shop/routes.ts'
import { refuse, vehicleContract } from './contract.ts'
import type { VehicleSearch } from './find-vehicles.server.ts'
import { garageContract } from './garage/contract.ts'
import { deleteCar, garageOf, saveCar } from './garage/garage-store.server.ts'
import { vehicleKey } from './rules.ts'
import { makes, models, vehicleDetails, vehiclesOfModel } from './store.server.ts'
import { vinContract } from './vin/contract.ts'
import { readVin } from './vin/read-vin.server.ts'

type Dependencies = { database: Database; vehicleSearch: VehicleSearch }

export const vehiclesApi = ({ database, vehicleSearch }: Dependencies) => [
  ...endpoints(vehicleRoutes, vehicleContract, {
    listMakes: {
      access: 'everyone',
      summary: 'The makes of cars, with how many cars there are of each',
      topics: ['vehicles'],
      handler: () => makes(database.db),
    },
    listModels: {
      access: 'everyone',
      summary: 'The models of a make',
      topics: ['vehicles'],
      handler: ({ query }) => models(database.db, vehicleKey(query.make)),
    },
    listVehicles: {
      access: 'everyone',
      summary: 'The cars of a model: one for each engine and time',
      topics: ['vehicles'],
      handler: ({ query }) => vehiclesOfModel(database.db, vehicleKey(query.make), vehicleKey(query.model)),
    },
    searchVehicles: {
      access: 'everyone',
      summary: 'Cars by words, engine code and year, the best twenty',
      handler: ({ query }) => vehicleSearch.find(query.q),
    },
    findNamedVehicles: {
      access: 'everyone',
      summary: 'The cars that words of a search for parts name, and the other words',
      topics: ['vehicles', 'products'],
      handler: ({ query }) => vehicleSearch.named(query.q),
    },
    getVehicle: {
      access: 'everyone',
      summary: 'One car, with what it may be equipped with',
      topics: ['vehicles'],
      async handler({ params }) {
        const vehicle = await vehicleDetails(database.db, params.id)
        if (!vehicle) throw refuse('unknown_vehicle')
        return vehicle
      },
    },
  }),
  ...endpoints(vinRoutes, vinContract, {
    readVin: {
      access: 'everyone',
      summary: 'The cars that a VIN may be of, also with one mistake in it. It is stored and logged nowhere',
      perMinute: 30,
      handler: ({ body }) => readVin(database.db, body.vin),
    },
  }),
  ...endpoints(garageRoutes, garageContract, {
    listGarage: {
      access: 'signed-in',
      summary: 'The cars that the caller has saved, the one used last first',
      handler: ({ caller }) => garageOf(database.db, caller.userId),
    },
    saveGarageCar: {
      access: 'signed-in',
      summary: 'Saves a car of the caller, or says more about one; the id is chosen by the client',
      handler: ({ params, body, caller }) => saveCar(database, caller.userId, { id: params.id, ...body }),
    },
    removeGarageCar: {
      access: 'signed-in',
      summary: 'Removes a car of the caller',
      async handler({ params, caller }) {
        return { deletedCount: await deleteCar(database.db, caller.userId, params.id) }
      },
    },
  }),
]
