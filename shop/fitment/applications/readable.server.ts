import type { Db, Tx } from '~/platform/db/database.server.ts'
import { modelYear } from '~/shop/vehicles/facts.ts'
import { carsByNames } from '~/shop/vehicles/store.server.ts'
import { knownIdsNow } from './aces/known-ids.server.ts'
import { noteKey } from './application.ts'
import type { NamedCar } from './car-names.ts'
import { carNames } from './car-names.ts'
import type { Meaning } from './derive.ts'
import type { ReadableRows } from './resolve-row.server.ts'

export async function namedCars(db: Db | Tx): Promise<NamedCar[]> {
  const cars = await carsByNames(db, modelYear)
  return cars.map(({ values, ...car }) => ({ ...car, ...(values && { modelYears: values }) }))
}

/** All by which files are read now: our cars, what the owner has said, and the licensed tables. */
export async function readableNow(db: Db | Tx): Promise<ReadableRows> {
  const names = await db.selectFrom('car_names').selectAll().where('target', '!=', '').execute()
  const notes = await db
    .selectFrom('application_notes')
    .select(['text', 'meaning', 'attribute', 'value'])
    .where('meaning', '!=', '')
    .execute()
  return {
    tables: await knownIdsNow(db),
    find: carNames(await namedCars(db), names),
    meanings: new Map(
      notes.map(({ text, meaning, attribute, value }): [string, Meaning] => [
        noteKey(text),
        meaning === 'attribute' ? { is: meaning, attribute, value } : { is: meaning || 'restricts' },
      ]),
    ),
  }
}
