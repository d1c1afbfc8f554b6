import type { VehicleRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { withPlainTexts } from '~/platform/import/csv-lines.server.ts'
import type { Changes, CsvLine, CsvTable, Plan, PlanContext } from '~/platform/import/csv-table.ts'
import { emptyPlan } from '~/platform/import/csv-table.ts'
import { tooLong } from '~/platform/import/import-lines.server.ts'
import { readInBatches } from '~/platform/lists/keyset-list.server.ts'
import { writeChoices } from '../choices.ts'
import { modelYear } from '../facts.ts'
import { monthAsTyped } from '../months.ts'
import { vehicleName, vehicleRow } from '../rules.ts'
import { askForModelYear, fitAttributes, optionsOf, toVehicleText } from '../store.server.ts'
import type { VehicleText, VehicleTextField } from '../vehicle-input.ts'
import {
  longestVehicleId,
  optionsIn,
  valuesFrom,
  vehicleFieldNames,
  vehicleFieldProblem,
  vehicleFields,
  vehicleIdFrom,
  vehicleProblem,
} from '../vehicle-input.ts'

/** Of a car that is there, what the file has no column for stays as it is. */
type VehicleLine = { id: string; text: Partial<VehicleText> }
type VehicleToSave = { id: string; text: VehicleText }

export const vehicleColumns = ['id', ...vehicleFieldNames] as const

/** The list of cars. A line without an id is the car of the same name that was built from the same month. */
export const vehiclesTable: CsvTable<VehicleLine, VehicleToSave> = {
  columns: vehicleColumns,
  required: vehicleFieldNames.filter((name) => vehicleFields[name].isRequired),
  tooLong: tooLong('npm run import-vehicles'),
  linesAtOnce: 1000,
  topics: ['vehicles', 'fitments'],
  read: withPlainTexts(readVehicle),
  plan: planLines,
  save: saveLines,
}

function readVehicle({ id = '', ...cells }: Record<string, string | undefined>) {
  const given = vehicleFieldNames.filter((name) => cells[name] !== undefined)
  const text: Partial<VehicleText> = Object.fromEntries(
    given.map((name) => [name, asStored(name, cells[name]!)]),
  )
  const message =
    (id !== '' && !isVehicleId(id) && `An id has small letters, digits, points and dashes, unlike “${id}”`) ||
    given.map((name) => vehicleFieldProblem(name, text[name]!)).find(Boolean)
  return message ? { problems: [message] } : { values: { id, text } }
}

/** As people write it, in the way that is stored: “2,0” and “1,968” litres are 2.0. */
function asStored(name: VehicleTextField, text: string) {
  if (name === 'builtFrom' || name === 'builtTo') return monthAsTyped(text)
  if (name === 'litres' && /^\d{1,2}([.,]\d{1,3})?( ?l)?$/i.test(text))
    return Number.parseFloat(text.replace(',', '.')).toFixed(1)
  return text
}

const isVehicleId = (id: string) =>
  /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}.-]*$/u.test(id) && id.length <= longestVehicleId

const nothingSaid = Object.fromEntries(vehicleFieldNames.map((name) => [name, ''])) as VehicleText

async function planLines(context: PlanContext, lines: CsvLine<VehicleLine>[]) {
  const plan = emptyPlan<VehicleToSave>()
  const { seenOn } = context
  const attributes = new Set([modelYear, ...(await fitAttributes(context.db)).map(({ id }) => id)])
  const existing = await existingCars(
    context,
    lines.flatMap(({ values }) => idsOf(values)),
  )
  for (const { line, values } of lines) {
    const complain = (message: string) => plan.problems.push({ line, message })
    const id = idOf(values, existing, seenOn)
    const twice = seenOn.get(id)
    if (twice !== undefined) {
      complain(`The same car is on line ${twice} too`)
      continue
    }
    seenOn.set(id, line)
    const before = existing.get(id)
    const whole = { ...nothingSaid, ...before, ...values.text }
    const text = { ...whole, options: writeChoices(optionsIn(whole)) }
    const problem = vehicleProblem(text, attributes)
    if (problem) {
      complain(problem.message)
      continue
    }
    const changes = before ? changesOf(before, text) : {}
    const planned = { line, name: vehicleName(text), key: id, row: { id, text }, changes }
    if (!before) plan.adds.push(planned)
    else if (Object.keys(changes).length === 0) plan.unchanged += 1
    else plan.changes.push(planned)
  }
  return plan
}

/** Of two cars with the same name the later one has the month in its id. */
const idsOf = ({ id, text }: VehicleLine) => {
  if (id) return [id]
  const name = vehicleIdFrom({ ...nothingSaid, ...text })
  return [name, `${name}-${text.builtFrom}`]
}

function idOf(line: VehicleLine, existing: Map<string, VehicleText>, seenOn: Map<string, number>) {
  const [id, later = id] = idsOf(line) as [string, string?]
  if (line.id || !(existing.has(id) || seenOn.has(id))) return id
  return existing.get(id)?.builtFrom === line.text.builtFrom ? id : later
}

async function existingCars({ db, locking }: PlanContext, ids: string[]) {
  if (ids.length === 0) return new Map<string, VehicleText>()
  const query = db
    .selectFrom('vehicles')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
  const rows: VehicleRow[] = await locking(query).execute()
  if (rows.length === 0) return new Map<string, VehicleText>()
  const options = await optionsOf(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map((row) => [row.id, toVehicleText(row, options.get(row.id)!)]))
}

const changesOf = (before: VehicleText, after: VehicleText): Changes =>
  Object.fromEntries(
    vehicleFieldNames
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, { from: before[name], to: after[name] }]),
  )

const atOnce = 200

async function saveLines(tx: Tx, { adds, changes }: Plan<VehicleToSave>) {
  const cars = [...adds, ...changes].map(({ row }) => row)
  const now = new Date().toISOString()
  if (cars.some(({ text }) => modelYear in optionsIn(text))) await askForModelYear(tx)
  for (let n = 0; n < cars.length; n += atOnce) await saveBatch(tx, cars.slice(n, n + atOnce), now)
}

async function saveBatch(tx: Tx, cars: VehicleToSave[], changedAt: string) {
  const rows = cars.map(({ id, text }) => vehicleRow(valuesFrom(id, text), changedAt))
  const columns = Object.keys(rows[0]!).filter((column) => column !== 'id') as (keyof VehicleRow)[]
  await tx
    .insertInto('vehicles')
    .values(rows)
    .onConflict((c) =>
      c
        .column('id')
        .doUpdateSet((e) =>
          Object.fromEntries(columns.map((column) => [column, e.ref(`excluded.${column}`)])),
        ),
    )
    .execute()
  await tx
    .deleteFrom('vehicle_options')
    .where(
      'vehicle_id',
      'in',
      cars.map(({ id }) => id),
    )
    .execute()
  const options = cars.flatMap(({ id, text }) =>
    Object.entries(optionsIn(text)).flatMap(([attribute, values]) =>
      values.map((value, position) => ({ vehicle_id: id, attribute, value, position })),
    ),
  )
  for (let n = 0; n < options.length; n += atOnce)
    await tx
      .insertInto('vehicle_options')
      .values(options.slice(n, n + atOnce))
      .execute()
}

type Exported = VehicleText & { id: string }

const byId = { table: 'vehicles', keys: ['id'], direction: 'asc' } as const
const readAtOnce = 500

/** All cars in a file that the import reads. */
export const exportVehicles = (db: Db) =>
  csvFile(
    { name: 'vehicles', columns: vehicleColumns.map((column) => [column, (car: Exported) => car[column]]) },
    exported(db),
  )

async function* exported(db: Db) {
  for await (const rows of readInBatches<VehicleRow>(db, byId, readAtOnce)) {
    const ids = rows.map(({ id }) => id)
    const options = ids.length > 0 ? await optionsOf(db, ids) : new Map<string, Record<string, string[]>>()
    yield rows.map((row): Exported => ({ id: row.id, ...toVehicleText(row, options.get(row.id)!) }))
  }
}
