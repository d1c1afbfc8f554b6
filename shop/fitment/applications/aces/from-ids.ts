import type { ApplicationRow } from '~/database/tables.ts'
import type { Application } from '../application.ts'
import { placeIn } from '../application.ts'
import { conditionKinds, isUnsaid } from './kinds-of-ids.ts'
import type { KnownIds, LicensedVehicle } from './known-ids.ts'
import type { Said } from './said.ts'

type Row = Pick<ApplicationRow, 'said' | 'built_from' | 'built_to' | 'quantity' | 'notes'>
type FromIds =
  | {
      application: Application
      /** Numbers that are in no table: what they require stays open. */
      unknown: string[]
    }
  | { aside: 'no-vehicle' | 'machine'; words: string }

/**
 * An application with names in the place of its numbers. A number that the tables do not have is a condition that nobody can
 * judge; it is never left out, and never taken for a likely one.
 */
export function fromIds(row: Row, tables: KnownIds): FromIds {
  const said: Said = JSON.parse(row.said)
  if (said.isMachine) return { aside: 'machine', words: 'No car' }
  const meant = meantVehicles(row, said, tables)
  if (!meant) return { aside: 'no-vehicle', words: vehicleInNumbers(row, said) }
  const { years, ...car } = meant
  const open = [
    ...said.more,
    ...(said.isDoubted ? ['Its maker says that no table has this car so'] : []),
    ...(tables.isOnlyOfItsName(car.makeId, car.modelId) ? [] : ['One of several vehicles with this name']),
  ]
  const unknown: string[] = []
  const conditions: string[] = []
  let engine: Engine = { name: '', alsoCalled: [] }
  for (const [kind, id] of said.ids) {
    const name = typeof id === 'number' ? tables.name(kind, id) : undefined
    const words = conditionKinds[kind] ?? kind
    if (name === undefined) unknown.push(`${words} ${id}`)
    else if (kind === 'EngineBase') {
      const found = engineFor(id as number, name, years, tables)
      if (found && !engine.name) engine = found
      else open.push(`Engine ${name} (${id})`)
    } else if (isUnsaid(name)) open.push(`${words} not recorded`)
    else conditions.push(`${words} ${name}`)
  }
  const position = positionOf(said, tables, unknown)
  return {
    application: {
      make: car.make,
      model: car.model,
      submodel: '',
      engine: engine.name,
      alsoCalled: engine.alsoCalled,
      from: car.from,
      to: car.to,
      position,
      quantity: row.quantity,
      notes: [...conditions, ...(JSON.parse(row.notes) as string[])],
      open: [...unknown, ...open],
      isLicensed: true,
    },
    unknown,
  }
}

type Years = readonly LicensedVehicle[]

function meantVehicles({ built_from, built_to }: Row, said: Said, tables: KnownIds) {
  const one = said.vehicle === undefined ? undefined : tables.vehicle(said.vehicle)
  if (said.vehicle !== undefined && !one) return undefined
  const [makeId, modelId] = [one?.make ?? said.make, one?.model ?? said.model]
  if (makeId === undefined || modelId === undefined) return undefined
  const [make, model] = [tables.name('Make', makeId), tables.name('Model', modelId)]
  if (!make || !model) return undefined
  const [from, to] = one ? [String(one.year), String(one.year)] : [built_from, built_to]
  const years: Years = one
    ? [one]
    : tables.vehiclesOf(makeId, modelId).filter(({ year }) => year >= Number(from) && year <= Number(to))
  return { makeId, modelId, make, model, from, to, years }
}

const vehicleInNumbers = ({ built_from, built_to }: Row, { vehicle, make, model }: Said) =>
  vehicle === undefined
    ? `Make ${make}, model ${model}, ${built_from === built_to ? built_from : `${built_from} to ${built_to}`}`
    : `Vehicle ${vehicle}`

type Engine = { name: string; alsoCalled: string[] }

/**
 * Litres and cylinders, if in none of these years another engine has as many: two of them may differ in what no name says.
 * Where not all engines are known, one of them may be such a one.
 */
function engineFor(id: number, name: string, years: Years, tables: KnownIds): Engine | undefined {
  const [, litres, cylinders] = partsOf(name)
  if (!litres || !cylinders) return undefined
  const isAlone = ({ engines }: LicensedVehicle) =>
    engines?.includes(id) &&
    engines.every((other) => {
      const [, otherLitres, otherCylinders] = partsOf(tables.name('EngineBase', other) ?? '')
      // One without a size may be of any.
      return (
        other === id ||
        (otherLitres && otherCylinders && !(otherLitres === litres && otherCylinders === cylinders))
      )
    })
  if (years.length === 0 || !years.every(isAlone)) return undefined
  const inEpasWords = `${litres} ${cylinders}-cyl`
  return { name, alsoCalled: [inEpasWords, ...fuels.map((fuel) => `${inEpasWords} ${fuel}`)] }
}

/** “5.0 V8” in litres and cylinders. */
const partsOf = (name: string) => /^(\d+\.\d) \D{0,3}(\d{1,2})$/.exec(name) ?? []

/** A car of that model, litres and cylinders has that engine, whatever it burns. */
const fuels = ['diesel', 'natural gas', 'hydrogen']

function positionOf({ position }: Said, tables: KnownIds, unknown: string[]) {
  if (position === undefined) return ''
  const name = typeof position === 'number' ? tables.name('Position', position) : undefined
  if (name !== undefined) return placeIn(name)
  // Two places that nobody can name are two all the same.
  unknown.push(`Position ${position}`)
  return `position ${position}`.slice(0, 40)
}
