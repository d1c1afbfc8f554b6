import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { applyImport, previewImport } from '~/platform/import/import-lines.server.ts'
import { mostCsvBytes } from '~/platform/import/import-report.ts'
import { vehicleAdminRoutes } from '~/shop/admin-routes.ts'
import { record, recordImport } from '~/shop/audit/record.server.ts'
import { exportVehicles, vehiclesTable } from '../csv/vehicles-table.server.ts'
import { built } from '../facts.ts'
import { fitAttributes, listManagedVehicles } from '../store.server.ts'
import { attributeIdFrom } from '../vehicle-input.ts'
import { addVehicle, deleteVehicle, editVehicle } from './change-vehicles.server.ts'
import type { FitAttributeInput } from './contract.ts'
import { mostFitAttributes, refuse, vehicleAdminContract } from './contract.ts'

/** The list of cars, and what may be asked about them, as admins change them. */
export const vehicleAdminApi = (database: Database) =>
  endpoints(vehicleAdminRoutes, vehicleAdminContract, {
    listManagedVehicles: {
      access: 'catalogue',
      summary: 'The cars with ?page=, ?limit= and ?q=; on from x-next-from with ?from=',
      handler: ({ query }) => listManagedVehicles(database.db, query),
    },
    addVehicle: {
      access: 'catalogue',
      summary: 'Adds a car: a model with one engine, as it was built from one month to another',
      handler: async ({ body, caller }) => ({ insertedId: await addVehicle(database, caller, body) }),
    },
    editVehicle: {
      access: 'catalogue',
      summary: 'Changes a car and what it may be equipped with. Its id stays',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await editVehicle(database, caller, params.id, body),
      }),
    },
    deleteVehicle: {
      access: 'catalogue',
      summary: 'Deletes a car and the lines of parts for it. Orders and garages keep its name',
      handler: async ({ params, caller }) => {
        await deleteVehicle(database, caller, params.id)
        return { deletedCount: 1 }
      },
    },
    exportVehicles: {
      access: 'catalogue',
      summary: 'All cars as a file for spreadsheets',
      handler: async () => exportVehicles(database.db),
    },
    importVehicles: {
      access: 'catalogue',
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
          : previewImport(database, vehiclesTable, { csv }),
    },
    listFitAttributes: {
      access: 'catalogue',
      summary: 'What a car may be asked about',
      handler: async () =>
        (await fitAttributes(database.db)).map(({ id: _id, position: _, category_id: category, ...row }) => ({
          _id,
          category,
          ...row,
        })),
    },
    addFitAttribute: {
      access: 'catalogue',
      summary: 'Adds a question about cars; conditions name it by the id that is made from its name',
      handler: async ({ body, caller }) => ({ insertedId: await addFitAttribute(database, caller, body) }),
    },
    editFitAttribute: {
      access: 'catalogue',
      summary: 'Changes the words of a question about cars',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await editFitAttribute(database, caller, params.id, body),
      }),
    },
  })

const addFitAttribute = (database: Database, by: Caller, input: FitAttributeInput) =>
  database.change(['vehicles', 'fitments'], async (tx) => {
    const id = attributeIdFrom(input.name)
    if (!id) throw refuse('no_name', { field: 'name' })
    const before = await fitAttributes(tx)
    if (before.length >= mostFitAttributes) throw refuse('too_many')
    const position = Math.max(0, ...before.map((one) => one.position)) + 1
    const inserted = await tx
      .insertInto('fit_attributes')
      .values({ id, ...columnsOf(input), position })
      .onConflict((c) => c.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // When a car was built is asked about every car.
    if (!inserted || id === built) throw refuse('attribute_exists', { field: 'name' })
    await record(tx, by, { what: 'question added', subject: input.name, details: { asks: input.question } })
    return id
  })

const editFitAttribute = (database: Database, by: Caller, id: string, input: FitAttributeInput) =>
  database.change(['vehicles', 'fitments'], async (tx) => {
    const before = await tx.selectFrom('fit_attributes').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw refuse('unknown_attribute')
    const after = columnsOf(input)
    const names = Object.keys(after) as (keyof typeof after)[]
    const changed = names.filter((name) => before[name] !== after[name])
    if (changed.length === 0) return 0
    await tx.updateTable('fit_attributes').set(after).where('id', '=', id).execute()
    await record(tx, by, {
      what: 'question edited',
      subject: input.name,
      details: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    })
    return 1
  })

/** Without what is left out. */
const columnsOf = ({ category, measure, compared, ...words }: FitAttributeInput) => ({
  ...words,
  ...(category !== undefined && { category_id: category }),
  ...(measure !== undefined && { measure }),
  ...(compared !== undefined && { compared }),
})
