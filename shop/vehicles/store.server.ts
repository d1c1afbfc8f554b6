import { sql } from 'kysely'
import type { VehicleRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import type { Choices } from './choices.ts'
import { writeChoices } from './choices.ts'
import type { Vehicle, VehicleDetails } from './contract.ts'
import { modelYear } from './facts.ts'
import type { ListedCar } from './rules.ts'
import { vehicleKey, vehicleName } from './rules.ts'
import type { VehicleText } from './vehicle-input.ts'

export const toVehicle = (row: VehicleRow): Vehicle => ({
  _id: row.id,
  name: vehicleName({ ...row, engineCode: row.engine_code }),
  make: row.make,
  model: row.model,
  generation: row.generation,
  body: row.body,
  engine: row.engine,
  engineCode: row.engine_code,
  fuel: row.fuel,
  powerKw: row.power_kw,
  builtFrom: row.built_from,
  builtTo: row.built_to,
})

export const makes = async (db: Db) => {
  const rows = await db
    .selectFrom('vehicles')
    .select((e) => ['make_key as key', e.fn.max('make').as('name'), e.fn.countAll<number>().as('cars')])
    .groupBy('make_key')
    .orderBy('make_key')
    .execute()
  return rows.map((row) => ({ ...row, cars: Number(row.cars) }))
}

export const models = async (db: Db, make: string) => {
  const rows = await db
    .selectFrom('vehicles')
    .select((e) => ['model_key as key', e.fn.max('model').as('name'), e.fn.countAll<number>().as('cars')])
    .where('make_key', '=', make)
    .groupBy('model_key')
    .orderBy('model_key')
    .execute()
  return rows.map((row) => ({ ...row, cars: Number(row.cars) }))
}

export const vehiclesOfModel = async (db: Db, make: string, model: string) => {
  const rows = await db
    .selectFrom('vehicles')
    .selectAll()
    .where('make_key', '=', make)
    .where('model_key', '=', model)
    .orderBy('built_from')
    .orderBy('id')
    .execute()
  return rows.map(toVehicle)
}

export const vehiclesOfMake = (db: Db, make: string) =>
  db
    .selectFrom('vehicles')
    .selectAll()
    .where('make_key', '=', make)
    .orderBy('model_key')
    .orderBy('built_from')
    .execute()

/** In this order; those that do not exist are left out. */
export async function vehiclesByIds(db: Db | Tx, ids: string[]): Promise<Vehicle[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('vehicles').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toVehicle)
}

export const vehicleById = (db: Db | Tx, id: string) =>
  db.selectFrom('vehicles').selectAll().where('id', '=', id).executeTakeFirst()

/** Those of a batch that exist, by their ids. */
export async function listedCars(db: Db | Tx, ids: string[]): Promise<Map<string, ListedCar>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('vehicles').selectAll().where('id', 'in', ids).execute()
  const cars = new Map(
    rows.map((row): [string, ListedCar] => [
      row.id,
      {
        name: vehicleName({ ...row, engineCode: row.engine_code }),
        months: { from: row.built_from, to: row.built_to || null },
        options: {},
      },
    ]),
  )
  const options = await db
    .selectFrom('vehicle_options')
    .selectAll()
    .where('vehicle_id', 'in', ids)
    .orderBy('attribute')
    .orderBy('position')
    .execute()
  for (const { vehicle_id, attribute, value } of options) {
    const { options } = cars.get(vehicle_id)!
    options[attribute] = [...(options[attribute] ?? []), value]
  }
  return cars
}

/** All cars by what they are called, with what is known of one attribute. */
export async function carsByNames(db: Db | Tx, attribute: string) {
  const rows = await db
    .selectFrom('vehicles')
    .select(['id', 'make', 'model', 'generation', 'engine', 'engine_code', 'built_from', 'built_to'])
    .orderBy('id')
    .execute()
  const options = await db
    .selectFrom('vehicle_options')
    .select(['vehicle_id', 'value'])
    .where('attribute', '=', attribute)
    .execute()
  const values = new Map<string, string[]>()
  for (const { vehicle_id, value } of options)
    values.set(vehicle_id, [...(values.get(vehicle_id) ?? []), value])
  return rows.map(({ engine_code: engineCode, built_from: from, built_to, ...car }) => ({
    ...car,
    engineCode,
    months: { from, to: built_to || null },
    values: values.get(car.id),
  }))
}

/** From now on cars are asked for it, unless they are already. */
export async function askForModelYear(tx: Tx) {
  const before = await fitAttributes(tx)
  if (before.some(({ id }) => id === modelYear)) return
  await tx
    .insertInto('fit_attributes')
    .values({
      id: modelYear,
      name: 'model year',
      question: 'Of which model year is your car?',
      help: 'It can be a year later than the one in which the car was built. In North America the tenth character of the VIN says it.',
      position: Math.max(0, ...before.map(({ position }) => position)) + 1,
    })
    .onConflict((c) => c.column('id').doNothing())
    .execute()
}

/** What may be asked about cars, in the order in which it is asked. */
export const fitAttributes = (db: Db | Tx) =>
  db.selectFrom('fit_attributes').selectAll().orderBy('position').orderBy('id').execute()

/** What each of these models may have, by attribute. */
export async function optionsOf(db: Db | Tx, vehicleIds: string[]) {
  const options = new Map<string, Record<string, string[]>>(vehicleIds.map((id) => [id, {}]))
  const rows = await db
    .selectFrom('vehicle_options')
    .select(['vehicle_id', 'attribute', 'value'])
    .where('vehicle_id', 'in', vehicleIds)
    .orderBy('attribute')
    .orderBy('position')
    .execute()
  for (const { vehicle_id, attribute, value } of rows) {
    const ofVehicle = options.get(vehicle_id)!
    ofVehicle[attribute] = [...(ofVehicle[attribute] ?? []), value]
  }
  return options
}

/** Cars as they are judged: their rows with what each may have, without those that do not exist. */
export async function vehiclesWithOptions(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return []
  const [vehicles, options] = await Promise.all([
    db.selectFrom('vehicles').selectAll().where('id', 'in', ids).execute(),
    optionsOf(db, ids),
  ])
  return vehicles.map((vehicle) => ({ vehicle, options: options.get(vehicle.id)! }))
}

export async function vehicleDetails(db: Db, id: string): Promise<VehicleDetails | undefined> {
  const row = await vehicleById(db, id)
  if (!row) return undefined
  const [allOptions, attributes] = await Promise.all([optionsOf(db, [id]), fitAttributes(db)])
  const options = allOptions.get(id)!
  return {
    ...toVehicle(row),
    attributes: attributes
      .filter((attribute) => options[attribute.id])
      .map(({ id: _id, name, question, help }) => ({ _id, name, question, help, values: options[_id]! })),
  }
}

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
