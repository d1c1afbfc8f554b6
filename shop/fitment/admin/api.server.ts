import { sql } from 'kysely'
import type { FitmentRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { manageFitmentsRoutes } from '~/shop/admin-routes.ts'
import { productRow } from '~/shop/catalogue/store.server.ts'
import { vehicleKey } from '~/shop/vehicles/rules.ts'
import { listedCars } from '~/shop/vehicles/store.server.ts'
import { addFitment, copyFitments, deleteFitment, editFitment } from './change-fitments.server.ts'
import type { ManagedFitment } from './contract.ts'
import { manageFitmentsContract, refuse } from './contract.ts'
import { listDoubtfulFits } from './doubtful-fits.server.ts'

/** Which cars a part is listed for, as admins change it. */
export const manageFitmentsApi = (database: Database) =>
  endpoints(manageFitmentsRoutes, manageFitmentsContract, {
    listFitments: {
      access: 'catalogue',
      summary: 'The list of cars of a part, with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      handler: ({ params, query }) => listFitments(database.db, params.id, query),
    },
    listDoubtfulFits: {
      access: 'catalogue',
      summary:
        'Lines that are allowed and look wrong, with ?page= and ?limit=; on from x-next-from with ?from=',
      handler: ({ query }) => listDoubtfulFits(database, query),
    },
    addFitment: {
      access: 'catalogue',
      summary: 'Adds a car to the list of a part, with its place, quantity and conditions',
      handler: async ({ params, body, caller }) => ({
        insertedId: await addFitment(database, caller, params.id, body),
      }),
    },
    copyFitments: {
      access: 'catalogue',
      summary: 'Adds what another part is listed for to the list of this one; lines that it has stay',
      handler: ({ params, body, caller }) => copyFitments(database, caller, params.id, body.from),
    },
    editFitment: {
      access: 'catalogue',
      summary: 'Changes one line of the list of a part',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await editFitment(database, caller, params.id, body),
      }),
    },
    deleteFitment: {
      access: 'catalogue',
      summary: 'Removes one line of the list of a part',
      handler: async ({ params, caller }) => {
        await deleteFitment(database, caller, params.id)
        return { deletedCount: 1 }
      },
    },
  })

/** In the order of the ids of cars, which begin with make and model. */
async function listFitments(db: Db, productId: string, query: ListQuery) {
  if (!(await productRow(db, productId))) throw refuse('unknown_product')
  const words = vehicleKey(query.q ?? '')
    .split(' ')
    .filter(Boolean)
  const page = await readListPage<FitmentRow>(
    db,
    {
      table: 'fitments',
      keys: ['vehicle_id', 'id'],
      direction: 'asc',
      where: [sql`product_id = ${productId}`, ...words.map((word) => contains(sql.ref('vehicle_id'), word))],
    },
    query,
  )
  const cars = await listedCars(db, [...new Set(page.rows.map((row) => row.vehicle_id))])
  return page.map((row) => toManaged(row, cars.get(row.vehicle_id)?.name ?? row.vehicle_id))
}

const toManaged = (row: FitmentRow, vehicleName: string): ManagedFitment => ({
  _id: row.id,
  vehicleId: row.vehicle_id,
  vehicleName,
  position: row.position,
  quantity: row.quantity,
  builtFrom: row.built_from,
  builtTo: row.built_to,
  conditions: row.conditions,
  mustCheck: row.must_check,
  remark: row.remark,
  ...(row.source && { source: row.source }),
})
