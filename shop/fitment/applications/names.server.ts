import { sql } from 'kysely'
import type { CarNameRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { Actor } from '~/shop/audit/record.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { vehicleKey } from '~/shop/vehicles/rules.ts'
import type { NamedCar } from './car-names.ts'
import { engineKeysOf } from './car-names.ts'
import type { OpenQuery, UnknownCarName } from './contract.ts'
import { refuse } from './contract.ts'
import { namedCars } from './readable.server.ts'

/** Those that most lines wait for first. */
export async function listCarNames(db: Db, { state, ...query }: OpenQuery) {
  const page = await readListPage<CarNameRow>(
    db,
    {
      table: 'car_names',
      keys: ['applications', 'id'],
      direction: 'desc',
      isNumber: true,
      where: [
        ...(state === 'open' ? [sql<boolean>`target = ''`] : []),
        ...(query.q ? [contains(sql`lower(name)`, query.q.toLowerCase())] : []),
      ],
    },
    query,
  )
  return page.map(
    ({ id, make, model, ...row }): UnknownCarName => ({
      _id: id,
      within: [make, model].join(' ').trim(),
      ...row,
    }),
  )
}

/** What our cars of its make and model are called. */
export async function nameChoices(db: Db | Tx, id: string) {
  const row = await db.selectFrom('car_names').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('unknown_name')
  return [...new Set((await namedCars(db)).flatMap((car) => namesIn(row, car)))].sort()
}

function namesIn({ kind, make, model }: CarNameRow, car: NamedCar) {
  if (kind === 'make') return [car.make]
  if (vehicleKey(car.make) !== make) return []
  const models = [car.model, ...(car.generation ? [`${car.model} ${car.generation}`] : [])]
  if (kind === 'model') return models
  if (!models.some((name) => vehicleKey(name) === model)) return []
  return [car.engine, ...(car.engineCode ? [`${car.engine} (${car.engineCode})`] : [])].filter(Boolean)
}

type Named = { id: string; target: string }

/** Lists follow when a file is applied, for the first time or once more. */
export const setCarName = (database: Database, by: Actor, { id, target }: Named) =>
  database.change([], async (tx) => {
    const row = await database
      .locking(tx.selectFrom('car_names').selectAll().where('id', '=', id))
      .executeTakeFirst()
    if (!row) throw refuse('unknown_name')
    if (row.target === target) return 0
    if (target && !(await isOurs(tx, row, target)))
      throw refuse('no_such_target', { field: 'target', values: { name: target } })
    await tx.updateTable('car_names').set({ target }).where('id', '=', id).execute()
    await record(tx, by, {
      what: 'car name explained',
      subject: row.name,
      details: { is: { from: row.target, to: target } },
    })
    return 1
  })

async function isOurs(tx: Tx, row: CarNameRow, target: string) {
  const key = vehicleKey(target)
  if ((await nameChoices(tx, row.id)).some((name) => vehicleKey(name) === key)) return true
  if (row.kind !== 'engine') return false
  const cars = await namedCars(tx)
  return cars.some((car) => namesIn(row, car).length > 0 && engineKeysOf(car).includes(key))
}
