import type { FitmentRow } from '~/database/tables.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { readConditions } from './conditions.ts'
import type { FitRow } from './rules.ts'

export const toFitRow = (row: FitmentRow): FitRow => ({
  position: row.position,
  quantity: row.quantity,
  builtFrom: row.built_from || null,
  builtTo: row.built_to || null,
  conditions: readConditions(row.conditions),
  mustCheck: row.must_check,
  remark: row.remark,
})

/** What these parts say about one car. Only a part's own rows count: a number that it shares with another part makes no fit. */
export async function rowsForCar(db: Db, vehicleId: string, productIds: string[]) {
  const byProduct = new Map<string, FitRow[]>(productIds.map((id) => [id, []]))
  if (productIds.length === 0) return byProduct
  const rows = await db
    .selectFrom('fitments')
    .selectAll()
    .where('vehicle_id', '=', vehicleId)
    .where('product_id', 'in', productIds)
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const row of rows) byProduct.get(row.product_id)!.push(toFitRow(row))
  return byProduct
}

const mostVehicles = 500

/** The cars that a part is for, whatever else must be so. */
export async function vehiclesOfPart(db: Db, productId: string) {
  const rows = await db
    .selectFrom('fitments')
    .select('vehicle_id')
    .distinct()
    .where('product_id', '=', productId)
    .where('quantity', '>', 0)
    .orderBy('vehicle_id')
    .limit(mostVehicles)
    .execute()
  return rows.map((row) => row.vehicle_id)
}

export async function countVehiclesOfPart(db: Db, productId: string) {
  const { cars } = await db
    .selectFrom('fitments')
    .select((e) => e.fn.count<number>('vehicle_id').distinct().as('cars'))
    .where('product_id', '=', productId)
    .where('quantity', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(cars)
}
