import { sql } from 'kysely'
import type { FitmentRow } from '~/database/tables.ts'
import { among } from '~/platform/db/conditions.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { readChoices } from '~/shop/vehicles/choices.ts'
import type { FitmentValues } from './fitment-values.ts'
import type { FitRow } from './rules.ts'

export const toFitRow = (row: FitmentRow): FitRow => ({
  position: row.position,
  quantity: row.quantity,
  builtFrom: row.built_from || null,
  builtTo: row.built_to || null,
  conditions: readChoices(row.conditions),
  mustCheck: row.must_check,
  remark: row.remark,
})

export const toFitmentValues = (row: FitmentRow): FitmentValues => ({
  vehicleId: row.vehicle_id,
  position: row.position,
  quantity: row.quantity,
  builtFrom: row.built_from,
  builtTo: row.built_to,
  conditions: row.conditions,
  mustCheck: row.must_check,
  remark: row.remark,
})

/** By hand, also where a supplier said it before. */
export const toFitmentColumns = (
  values: FitmentValues,
): Omit<FitmentRow, 'id' | 'product_id' | 'licensed'> => ({
  vehicle_id: values.vehicleId,
  position: values.position,
  quantity: values.quantity,
  built_from: values.builtFrom,
  built_to: values.builtTo,
  conditions: values.conditions,
  must_check: values.mustCheck,
  remark: values.remark,
  source: '',
})

/** What parts say about cars. Only a part's own rows count: a number that it shares with another part makes no fit. */
export async function rowsFor(db: Db, vehicleIds: string[], productIds: string[]) {
  const byPair = new Map<string, FitRow[]>()
  if (productIds.length > 0) {
    const rows = await db
      .selectFrom('fitments')
      .selectAll()
      .where('vehicle_id', 'in', vehicleIds)
      .where('product_id', 'in', productIds)
      .orderBy('position')
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const pair = `${row.vehicle_id} ${row.product_id}`
      byPair.set(pair, [...(byPair.get(pair) ?? []), toFitRow(row)])
    }
  }
  return (vehicleId: string, productId: string) => byPair.get(`${vehicleId} ${productId}`) ?? []
}

/** All that parts say about one car, by part. */
export async function rowsOfCar(db: Db, vehicleId: string) {
  const rows = await db.selectFrom('fitments').selectAll().where('vehicle_id', '=', vehicleId).execute()
  const byPart = new Map<string, FitRow[]>()
  for (const row of rows) {
    const known = byPart.get(row.product_id)
    if (known) known.push(toFitRow(row))
    else byPart.set(row.product_id, [toFitRow(row)])
  }
  return byPart
}

/** All parts that are listed for any car. */
export async function listedParts(db: Db) {
  const rows = await db
    .selectFrom('fitments')
    .select('product_id')
    .distinct()
    .where('quantity', '>', 0)
    .execute()
  return new Set(rows.map(({ product_id }) => product_id))
}

/** All parts that are listed for one of these cars. */
export async function partsListedFor({ db, engine }: Pick<Database, 'db' | 'engine'>, vehicleIds: string[]) {
  if (vehicleIds.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('fitments')
    .select('product_id')
    .distinct()
    .where(among(engine, 'vehicle_id', vehicleIds))
    .where('quantity', '>', 0)
    .execute()
  return new Set(rows.map(({ product_id }) => product_id))
}

/** Those of these parts that are listed for any car at all. */
export async function partsWithList(db: Db, productIds: string[]) {
  if (productIds.length === 0) return new Set<string>()
  const asked = sql.join(productIds.map((id) => sql`(${id})`))
  const { rows } = await sql<{ id: string }>`
    select column1 as id from (values ${asked}) as asked
    where exists (select 1 from fitments where product_id = column1 and quantity > 0)`.execute(db)
  return new Set(rows.map(({ id }) => id))
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

/** How many cars each of these parts is listed for. */
export async function countVehiclesOf(db: Db, productIds: string[]) {
  if (productIds.length === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom('fitments')
    .select((e) => ['product_id', e.fn.count<number>('vehicle_id').distinct().as('cars')])
    .where('product_id', 'in', productIds)
    .where('quantity', '>', 0)
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, cars }) => [product_id, Number(cars)]))
}
