import { sql } from 'kysely'
import type { FitmentRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/contains.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { fitKindsOf } from '~/shop/catalogue/store.server.ts'
import { vehicleKey } from '~/shop/vehicles/rules.ts'
import { listedCars } from '~/shop/vehicles/store.server.ts'
import type { ManagedFitment } from './contract.ts'
import { refuse } from './contract.ts'

/** In the order of the ids of cars, which begin with make and model. */
export async function listFitments(db: Db, productId: string, query: ListQuery) {
  if ((await fitKindsOf(db, [productId])).size === 0) throw refuse('unknown_product')
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
})
