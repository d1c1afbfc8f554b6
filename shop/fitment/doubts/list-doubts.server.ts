import type { Database, Db } from '~/platform/db/database.server.ts'
import { readCursor, writeCursor } from '~/platform/lists/cursor.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { partKindsOf } from '~/shop/catalogue/store.server.ts'
import { listedCars } from '~/shop/vehicles/store.server.ts'
import type { DoubtfulFit } from '../admin/contract.ts'
import type { Doubt, PartKind } from './doubts.ts'
import { doubtsOf, groupedBy } from './doubts.ts'

/** Lines that are compared for one answer. */
const mostLines = 20_000

/**
 * Car by car in the order of their ids. However many lines there are, one answer compares a limited number and says where
 * to go on: after so many doubts of a car.
 */
export async function listDoubtfulFits(database: Pick<Database, 'db' | 'engine'>, query: ListQuery) {
  const { db } = database
  const { limit, offset } = pageOf(query)!
  const start = readCursor(query.from)
  const { before, values } = start ?? { before: 0, values: ['0', ''] }
  const { rows, nextCar } = await carsFrom(db, values[1]!)
  const kinds = await partKindsOf(database, [...new Set(rows.map(({ product_id }) => product_id))])
  const doubts = [...groupedBy(rows, ({ vehicle_id }) => vehicle_id).values()]
    .flatMap((ofCar) => [...doubtsOf(ofCar, (id) => kinds.get(id)).entries()])
    .slice(Number(values[0]) || 0)
  const shown = doubts.slice(offset, offset + limit).map(([, doubt]) => doubt)
  const cars = await listedCars(db, [...new Set(shown.map(({ row }) => row.vehicle_id))])
  const fits = shown.map((doubt) => toDoubtfulFit(doubt, kinds, cars))
  const total = before + doubts.length
  if (before === 0 && nextCar === undefined) return new WithTotal(fits, total)
  const next = doubts[offset + limit]
  const goesOnAt = next ? [next[0], next[1].row.vehicle_id] : nextCar && [0, nextCar]
  return new WithTotal(fits, total, {
    ...(start && { from: query.from }),
    ...(goesOnAt && { nextFrom: writeCursor(before + offset + shown.length, goesOnAt) }),
  })
}

/** All lines of some cars. Of a car with more than are compared for one answer, the rest is left out. */
async function carsFrom(db: Db, first: string) {
  const rows = await db
    .selectFrom('fitments')
    .selectAll()
    .where('vehicle_id', '>=', first)
    .orderBy('vehicle_id')
    .orderBy('product_id')
    .limit(mostLines + 1)
    .execute()
  if (rows.length <= mostLines) return { rows, nextCar: undefined }
  const last = rows.at(-1)!.vehicle_id
  if (rows[0]!.vehicle_id !== last)
    return { rows: rows.filter((row) => row.vehicle_id !== last), nextCar: last }
  const further = await db
    .selectFrom('fitments')
    .select('vehicle_id')
    .where('vehicle_id', '>', last)
    .orderBy('vehicle_id')
    .limit(1)
    .executeTakeFirst()
  return { rows: rows.slice(0, mostLines), nextCar: further?.vehicle_id }
}

const toDoubtfulFit = (
  { row, reasons }: Doubt,
  kinds: Map<string, PartKind>,
  cars: Awaited<ReturnType<typeof listedCars>>,
): DoubtfulFit => ({
  _id: row.id,
  productId: row.product_id,
  productName: kinds.get(row.product_id)?.name ?? row.product_id,
  vehicleId: row.vehicle_id,
  vehicleName: cars.get(row.vehicle_id)?.name ?? row.vehicle_id,
  position: row.position,
  quantity: row.quantity,
  reasons,
})
