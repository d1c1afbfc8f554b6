import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Choices } from '../choices.ts'
import { writeChoices } from '../choices.ts'
import { vehicleName, vehicleRow } from '../rules.ts'
import { fitAttributes, optionsOf, toVehicleText, vehicleById } from '../store.server.ts'
import type { VehicleText } from '../vehicle-input.ts'
import { optionsIn, valuesFrom, vehicleFieldNames, vehicleIdFrom, vehicleProblem } from '../vehicle-input.ts'
import { refuse } from './contract.ts'

const topics = ['vehicles', 'fitments'] as const

export const addVehicle = (database: Database, by: Caller, input: VehicleText) =>
  database.change(topics, async (tx) => {
    await requireVehicle(tx, input)
    const id = await insertVehicle(tx, input)
    await replaceOptions(tx, id, optionsIn(input))
    await record(tx, by, {
      what: 'vehicle added',
      subject: vehicleName(input),
      details: Object.fromEntries(Object.entries(input).filter(([, text]) => text !== '')),
    })
    return id
  })

/** Of two cars with the same name the later one has the month in its id. */
async function insertVehicle(tx: Tx, input: VehicleText) {
  const id = vehicleIdFrom(input)
  for (const candidate of [id, `${id}-${input.builtFrom}`]) {
    const inserted = await tx
      .insertInto('vehicles')
      .values(vehicleRow(valuesFrom(candidate, input), new Date().toISOString()))
      .onConflict((c) => c.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) return inserted.id
    // Asked after the attempt, so that of two admins at the same moment the second sees the car of the first.
    const other = await vehicleById(tx, candidate)
    if (other?.built_from === input.builtFrom) break
  }
  throw refuse('vehicle_exists')
}

export const editVehicle = (database: Database, by: Caller, id: string, input: VehicleText) =>
  database.change(topics, async (tx) => {
    const row = await database
      .locking(tx.selectFrom('vehicles').selectAll().where('id', '=', id))
      .executeTakeFirst()
    if (!row) throw refuse('unknown_vehicle')
    await requireVehicle(tx, input)
    const before = toVehicleText(row, (await optionsOf(tx, [id])).get(id) ?? {})
    const after = { ...input, options: writeChoices(optionsIn(input)) }
    const changed = vehicleFieldNames.filter((name) => before[name] !== after[name])
    if (changed.length === 0) return 0
    await updateVehicle(tx, id, input)
    if (changed.includes('options')) await replaceOptions(tx, id, optionsIn(input))
    await record(tx, by, {
      what: 'vehicle edited',
      subject: vehicleName(after),
      details: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    })
    return 1
  })

export const updateVehicle = (tx: Tx, id: string, input: VehicleText) =>
  tx
    .updateTable('vehicles')
    .set(vehicleRow(valuesFrom(id, input), new Date().toISOString()))
    .where('id', '=', id)
    .execute()

/** The lines of parts go with it; orders and garages have its name of their own. */
export const deleteVehicle = (database: Database, by: Caller, id: string) =>
  database.change(topics, async (tx) => {
    const deleted = await tx.deleteFrom('vehicles').where('id', '=', id).returningAll().executeTakeFirst()
    if (!deleted) throw refuse('unknown_vehicle', { details: { deletedCount: 0 } })
    await record(tx, by, {
      what: 'vehicle deleted',
      subject: vehicleName({ ...deleted, engineCode: deleted.engine_code }),
      details: { car: id, builtFrom: deleted.built_from, builtTo: deleted.built_to },
    })
  })

export async function replaceOptions(tx: Tx, id: string, options: Choices) {
  await tx.deleteFrom('vehicle_options').where('vehicle_id', '=', id).execute()
  const rows = Object.entries(options).flatMap(([attribute, values]) =>
    values.map((value, position) => ({ vehicle_id: id, attribute, value, position })),
  )
  if (rows.length > 0) await tx.insertInto('vehicle_options').values(rows).execute()
}

async function requireVehicle(tx: Db | Tx, input: VehicleText) {
  const attributes = new Set((await fitAttributes(tx)).map(({ id }) => id))
  const problem = vehicleProblem(input, attributes)
  if (problem) throw refuse('wrong_vehicle', { field: problem.field, values: { message: problem.message } })
}
