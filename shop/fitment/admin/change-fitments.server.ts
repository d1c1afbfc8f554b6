import type { FitmentRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { isDuplicate } from '~/platform/db/errors.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { record } from '~/shop/audit/record.server.ts'
import { productRow, sharedProductRow } from '~/shop/catalogue/store.server.ts'
import { fitAttributes, listedCars } from '~/shop/vehicles/store.server.ts'
import type { FitmentValues } from '../fitment-values.ts'
import { fitmentFields, fitmentProblem } from '../fitment-values.ts'
import { toFitmentColumns, toFitmentValues } from '../store.server.ts'
import type { FitmentInput } from './contract.ts'
import { refuse } from './contract.ts'

export const addFitment = (database: Database, by: Caller, productId: string, input: FitmentInput) =>
  database
    .change(
      ['fitments'],
      async (tx) => {
        const product = await requireProduct(database, tx, productId)
        const car = await requireFitment(tx, input)
        const id = newId()
        await tx
          .insertInto('fitments')
          .values({ id, product_id: productId, ...toFitmentColumns(input) })
          .execute()
        const { vehicleId: _, ...values } = input
        await record(tx, by, {
          what: 'fitment added',
          subject: product.product_name,
          details: { productId, car: car.name, ...filledIn(values) },
        })
        return id
      },
      [productId],
    )
    .catch(asRefusal)

export const editFitment = (database: Database, by: Caller, id: string, input: FitmentInput) => {
  const touched: string[] = []
  return database
    .change(
      ['fitments'],
      async (tx) => {
        const before = await database
          .locking(tx.selectFrom('fitments').selectAll().where('id', '=', id))
          .executeTakeFirst()
        if (!before) throw refuse('unknown_fitment')
        touched.push(before.product_id)
        const changes = changedValues(toFitmentValues(before), input)
        const car = await requireFitment(
          tx,
          input,
          decisive.some((name) => name in changes),
        )
        if (Object.keys(changes).length === 0) return 0
        await tx.updateTable('fitments').set(toFitmentColumns(input)).where('id', '=', id).execute()
        await record(tx, by, {
          what: 'fitment edited',
          subject: await nameOf(tx, before.product_id),
          details: { productId: before.product_id, car: car.name, ...changes },
        })
        return 1
      },
      touched,
    )
    .catch(asRefusal)
}

export const deleteFitment = (database: Database, by: Caller, id: string) => {
  const touched: string[] = []
  return database.change(
    ['fitments'],
    async (tx) => {
      const deleted = await tx.deleteFrom('fitments').where('id', '=', id).returningAll().executeTakeFirst()
      if (!deleted) throw refuse('unknown_fitment', { details: { deletedCount: 0 } })
      if (deleted.source) throw refuse('from_a_file', { values: { source: deleted.source } })
      touched.push(deleted.product_id)
      const { vehicleId, ...values } = toFitmentValues(deleted)
      const cars = await listedCars(tx, [vehicleId])
      await record(tx, by, {
        what: 'fitment deleted',
        subject: await nameOf(tx, deleted.product_id),
        details: {
          productId: deleted.product_id,
          car: cars.get(vehicleId)?.name ?? vehicleId,
          ...filledIn(values),
        },
      })
    },
    touched,
  )
}

const atOnce = 500

/** Lines that the part has already stay as they are. */
export const copyFitments = (database: Database, by: Caller, productId: string, from: string) =>
  database.change(
    ['fitments'],
    async (tx) => {
      const product = await requireProduct(database, tx, productId)
      if (from === productId) throw refuse('same_part', { field: 'from' })
      const source = await productRow(tx, from)
      if (!source) throw refuse('unknown_source', { field: 'from' })
      let [copied, known, after] = [0, 0, '']
      for (;;) {
        const rows = await linesAfter(tx, from, after)
        if (rows.length === 0) break
        after = rows.at(-1)!.id
        const inserted = await tx
          .insertInto('fitments')
          .values(rows.map((row) => ({ ...row, id: newId(), product_id: productId, source: '' })))
          .onConflict((c) => c.doNothing())
          .returning('id')
          .execute()
        copied += inserted.length
        known += rows.length - inserted.length
      }
      if (copied > 0)
        await record(tx, by, {
          what: 'fitments copied',
          subject: product.product_name,
          details: { productId, from: source.product_name, lines: copied },
        })
      return { copied, known }
    },
    [productId],
  )

const linesAfter = (tx: Tx, productId: string, after: string): Promise<FitmentRow[]> =>
  tx
    .selectFrom('fitments')
    .selectAll()
    .where('product_id', '=', productId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** Stays until the line is written. */
async function requireProduct(database: Database, tx: Tx, id: string) {
  const product = await sharedProductRow(database, tx, id)
  if (!product) throw refuse('unknown_product')
  return product
}

/** What decides about a car: where none of it changes, nothing new can be wrong. */
const decisive = ['vehicleId', 'builtFrom', 'builtTo', 'conditions'] as const

/** The car of a line that is in order; whatever is not is said beside its field. */
async function requireFitment(tx: Tx, input: FitmentValues, isNew = true) {
  const car = (await listedCars(tx, [input.vehicleId])).get(input.vehicleId)
  if (!car) throw refuse('unknown_vehicle', { field: 'vehicleId' })
  if (!isNew) return car
  const attributes = new Set((await fitAttributes(tx)).map(({ id }) => id))
  const problem = fitmentProblem(input, car, attributes)
  if (problem) throw refuse('wrong_fitment', { field: problem.field, values: { message: problem.message } })
  return car
}

const nameOf = async (tx: Db | Tx, productId: string) => (await productRow(tx, productId))!.product_name

export function changedValues(before: FitmentValues, after: FitmentValues) {
  const changed = fitmentFields.filter((name) => before[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]))
}

/** Without what is empty. */
const filledIn = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

function asRefusal(error: unknown): never {
  throw isDuplicate(error) ? refuse('fitment_exists') : error
}
