import type { Db, Tx } from '~/platform/db/database.server.ts'
import { knownIds } from './known-ids.ts'

/** By the edition that counts now; without one, nothing is known. */
export async function knownIdsNow(db: Db | Tx) {
  const tables = await db
    .selectFrom('vehicle_tables')
    .select(['id', 'edition'])
    .where('state', '=', 'current')
    .executeTakeFirst()
  if (!tables) return knownIds('', [], [])
  const names = await db
    .selectFrom('licensed_names')
    .select(['kind', 'id', 'name'])
    .where('tables_id', '=', tables.id)
    .execute()
  const vehicles = await db
    .selectFrom('licensed_vehicles')
    .select(['id', 'year', 'make', 'model', 'engines'])
    .where('tables_id', '=', tables.id)
    .execute()
  return knownIds(
    tables.edition,
    names,
    vehicles.map((vehicle) => ({
      ...vehicle,
      engines: vehicle.engines ? vehicle.engines.split(',').map(Number) : undefined,
    })),
  )
}
