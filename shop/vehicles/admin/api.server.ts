import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { applyImport, previewImport } from '~/platform/import/import-lines.server.ts'
import { mostCsvBytes } from '~/platform/import/import-report.ts'
import { recordImport } from '~/shop/audit/record-import.server.ts'
import { vehicleAdminRoutes } from '~/shop/routes.ts'
import { exportVehicles } from '../csv/export-vehicles.server.ts'
import { vehiclesTable } from '../csv/vehicles-table.server.ts'
import { listManagedVehicles } from '../list-vehicles.server.ts'
import { fitAttributes } from '../store.server.ts'
import { addFitAttribute, editFitAttribute } from './change-attributes.server.ts'
import { addVehicle, deleteVehicle, editVehicle } from './change-vehicles.server.ts'
import { vehicleAdminContract } from './contract.ts'

/** The list of cars, and what may be asked about them, as admins change them. */
export const vehicleAdminApi = (database: Database) =>
  endpoints(vehicleAdminRoutes, vehicleAdminContract, {
    listManagedVehicles: {
      access: 'admin',
      summary: 'The cars with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      handler: ({ query }) => listManagedVehicles(database.db, query),
    },
    addVehicle: {
      access: 'admin',
      summary: 'Adds a car: a model with one engine, as it was built from one month to another',
      handler: async ({ body, caller }) => ({ insertedId: await addVehicle(database, caller, body) }),
    },
    editVehicle: {
      access: 'admin',
      summary: 'Changes a car and what it may be equipped with. Its id stays',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await editVehicle(database, caller, params.id, body),
      }),
    },
    deleteVehicle: {
      access: 'admin',
      summary: 'Deletes a car and the lines of parts for it. Orders and garages keep its name',
      handler: async ({ params, caller }) => {
        await deleteVehicle(database, caller, params.id)
        return { deletedCount: 1 }
      },
    },
    exportVehicles: {
      access: 'admin',
      summary: 'All cars as a file for spreadsheets',
      handler: async () => exportVehicles(database.db),
    },
    importVehicles: {
      access: 'admin',
      summary:
        'Shows what a file of cars would change; with the key of that plan, changes it, all or nothing',
      mostBytes: mostCsvBytes,
      handler: ({ body: { csv, planKey }, caller }) =>
        planKey
          ? applyImport(database, vehiclesTable, {
              csv,
              planKey,
              onImported: (tx, imported) => recordImport(tx, caller, 'vehicles imported', imported),
            })
          : previewImport(database, vehiclesTable, csv),
    },
    listFitAttributes: {
      access: 'admin',
      summary: 'What a car may be asked about',
      handler: async () =>
        (await fitAttributes(database.db)).map(({ id: _id, name, question, help }) => ({
          _id,
          name,
          question,
          help,
        })),
    },
    addFitAttribute: {
      access: 'admin',
      summary: 'Adds a question about cars; conditions name it by the id that is made from its name',
      handler: async ({ body, caller }) => ({ insertedId: await addFitAttribute(database, caller, body) }),
    },
    editFitAttribute: {
      access: 'admin',
      summary: 'Changes the words of a question about cars',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await editFitAttribute(database, caller, params.id, body),
      }),
    },
  })
