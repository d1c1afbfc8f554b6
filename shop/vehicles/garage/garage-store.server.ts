import type { GarageCarRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import type { Vehicle } from '../contract.ts'
import { aboutVehicle, mostCarsOfAccount, shortVehicleName } from '../rules.ts'
import { vehiclesByIds } from '../store.server.ts'
import type { GarageCar } from './contract.ts'
import { refuse } from './contract.ts'

/** The car that was used last comes first. */
export async function garageOf(db: Db, userId: string): Promise<GarageCar[]> {
  const rows = await db
    .selectFrom('garage_cars')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .execute()
  const listed = await vehiclesByIds(
    db,
    rows.map(({ vehicle_id }) => vehicle_id),
  )
  return rows.map((row) =>
    toCar(
      row,
      listed.find(({ _id }) => _id === row.vehicle_id),
    ),
  )
}

type SavedCar = { id: string; vehicleId: string; facts: string }

/** Adds a car, or says more about one that is there. */
export const saveCar = (database: Database, userId: string, car: SavedCar) =>
  database.change([], async (tx) => {
    // One at a time: two tabs must not save an eleventh car.
    if (!(await lockIdentity(database, tx, userId))) throw new Unauthenticated()
    const mine = await tx.selectFrom('garage_cars').selectAll().where('user_id', '=', userId).execute()
    const before = mine.find(({ id }) => id === car.id)
    const [vehicle] = await vehiclesByIds(tx, [car.vehicleId])
    // What was said about a car may still change when its model is no longer listed.
    if (!vehicle && before?.vehicle_id !== car.vehicleId) throw refuse('unknown_vehicle')
    if (!before && mine.length >= mostCarsOfAccount) throw refuse('garage_full')
    const row: GarageCarRow = {
      user_id: userId,
      id: car.id,
      vehicle_id: car.vehicleId,
      name: vehicle ? vehicle.name : before!.name,
      facts: car.facts,
      used_at: new Date().toISOString(),
    }
    await tx
      .insertInto('garage_cars')
      .values(row)
      .onConflict((c) => c.columns(['user_id', 'id']).doUpdateSet(row))
      .execute()
    return toCar(row, vehicle)
  })

export async function deleteCar(db: Db, userId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('garage_cars')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const exportGarage = (db: Db, userId: string) =>
  db.selectFrom('garage_cars').selectAll().where('user_id', '=', userId).orderBy('used_at').execute()

const toCar = (row: GarageCarRow, vehicle: Vehicle | undefined): GarageCar => ({
  _id: row.id,
  vehicleId: row.vehicle_id,
  name: row.name,
  shortName: vehicle ? shortVehicleName(vehicle) : row.name,
  about: vehicle ? aboutVehicle(vehicle) : '',
  facts: row.facts,
  isListed: vehicle !== undefined,
})
