import { sql } from 'kysely'
import type { VehicleRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import type { Choices } from './choices.ts'
import { writeChoices } from './choices.ts'
import { vehicleKey } from './rules.ts'
import { listedCars, toVehicle } from './store.server.ts'
import type { VehicleText } from './vehicle-input.ts'

/** In the order of their ids, which begin with make and model. */
export async function listManagedVehicles(db: Db, query: ListQuery) {
  const words = vehicleKey(query.q ?? '')
    .split(' ')
    .filter(Boolean)
  const page = await readListPage<VehicleRow>(
    db,
    {
      table: 'vehicles',
      keys: ['id'],
      direction: 'asc',
      where: words.map((word) => contains(sql.ref('search_text'), ` ${word}`)),
    },
    query,
  )
  const cars = await listedCars(
    db,
    page.rows.map(({ id }) => id),
  )
  return page.map((row) => ({
    ...toVehicle(row),
    litres: row.litres,
    options: writeChoices(cars.get(row.id)?.options ?? {}),
  }))
}

export const toVehicleText = (row: VehicleRow, options: Choices): VehicleText => ({
  make: row.make,
  model: row.model,
  generation: row.generation,
  body: row.body,
  engine: row.engine,
  engineCode: row.engine_code,
  fuel: row.fuel,
  litres: row.litres,
  powerKw: row.power_kw === null ? '' : String(row.power_kw),
  builtFrom: row.built_from,
  builtTo: row.built_to,
  options: writeChoices(options),
})
