import type { VehicleRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { readInBatches } from '~/platform/lists/keyset-list.server.ts'
import { toVehicleText } from '../list-vehicles.server.ts'
import { optionsOf } from '../store.server.ts'
import type { VehicleText } from '../vehicle-input.ts'
import { vehicleColumns } from './vehicles-table.server.ts'

type Exported = VehicleText & { id: string }

const byId = { table: 'vehicles', keys: ['id'], direction: 'asc' } as const
const atOnce = 500

/** All cars in a file that the import reads. */
export const exportVehicles = (db: Db) =>
  csvFile(
    { name: 'vehicles', columns: vehicleColumns.map((column) => [column, (car: Exported) => car[column]]) },
    exported(db),
  )

async function* exported(db: Db) {
  for await (const rows of readInBatches<VehicleRow>(db, byId, atOnce)) {
    const ids = rows.map(({ id }) => id)
    const options = ids.length > 0 ? await optionsOf(db, ids) : new Map<string, Record<string, string[]>>()
    yield rows.map((row): Exported => ({ id: row.id, ...toVehicleText(row, options.get(row.id)!) }))
  }
}
