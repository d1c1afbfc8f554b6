import type { VehicleTablesRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { vehicleTablesRoutes } from '~/shop/admin-routes.ts'
import type { Actor } from '~/shop/audit/record.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { VehicleTables } from './contract.ts'
import { refuse, vehicleTablesContract } from './contract.ts'
import type { FoundTables } from './read-tables.server.ts'
import type { TablesWorker } from './tables-worker.server.ts'

type Dependencies = { database: Database; tablesWorker: TablesWorker }

/** The licensed tables that say what the numbers in ACES files mean. What is in them is shown to nobody as a list. */
export const vehicleTablesApi = ({ database, tablesWorker }: Dependencies) =>
  endpoints(vehicleTablesRoutes, vehicleTablesContract, {
    listVehicleTables: {
      access: 'catalogue',
      summary: 'Which edition of the vehicle tables is here, how many rows each has, and which are missing',
      async handler() {
        const rows = await database.db
          .selectFrom('vehicle_tables')
          .selectAll()
          .orderBy('created_at', 'desc')
          .execute()
        return rows.map(toVehicleTables)
      },
    },
    readVehicleTables: {
      access: 'catalogue',
      summary: 'Reads the vehicle tables from their folder; lists from ACES files follow',
      async handler({ body, caller }) {
        const insertedId = await startReading(database, caller, body.mayBeOlder)
        void tablesWorker.wake()
        return { insertedId }
      },
    },
  })

const startReading = (database: Database, by: Actor, mayBeOlder: boolean) =>
  database.change([], async (tx) => {
    const id = newId()
    const now = new Date().toISOString()
    const added = await tx
      .insertInto('vehicle_tables')
      .values({
        id,
        state: 'reading',
        may_be_older: mayBeOlder ? 1 : 0,
        found: null,
        due_at: now,
        created_at: now,
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw refuse('is_reading')
    await tx.deleteFrom('vehicle_tables').where('state', 'in', ['broken', 'failed']).execute()
    await record(tx, by, { what: 'vehicle tables read', subject: 'vcdb' })
    return id
  })

function toVehicleTables({
  id,
  created_at,
  found,
  state,
  edition,
  problem,
}: VehicleTablesRow): VehicleTables {
  const { tables, missing }: FoundTables = JSON.parse(found ?? '{"tables":[],"missing":[]}')
  return { _id: id, createdAt: created_at, state, edition, problem, tables, missing }
}
