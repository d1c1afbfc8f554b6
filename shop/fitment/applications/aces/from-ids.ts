import type { ApplicationRow } from '~/database/tables.ts'
import type { Application } from '../application.ts'
import { placeIn } from '../application.ts'
import { conditionKinds, isUnsaid } from './kinds-of-ids.ts'
import type { KnownIds, LicensedVehicle } from './known-ids.ts'
import type { Said } from './said.ts'

type Row = Pick<ApplicationRow, 'said' | 'built_from' | 'built_to' | 'quantity' | 'notes'>
type FromIds =
  | {
      /** Several where not the same is known of all its years. */
      applications: Application[]
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
  const meant = meantVehicle(row, said, tables)
  if (!meant) return { aside: 'no-vehicle', words: vehicleInNumbers(row, said) }
  const { makeId, modelId, make, model } = meant
  const open = [
    ...said.more,
    ...(said.isDoubted ? ['Its maker says that no table has this car so'] : []),
    ...(tables.isOnlyOfItsName(makeId, modelId) ? [] : ['One of several vehicles with this name']),
  ]
  const unknown: string[] = []
  const conditions: string[] = []
  let engine: SaidEngine | undefined
  for (const [kind, id] of said.ids) {
    const name = typeof id === 'number' ? tables.name(kind, id) : undefined
    const words = conditionKinds[kind] ?? kind
    if (name === undefined) unknown.push(`${words} ${id}`.trim())
    else if (kind === 'EngineBase' && !engine) engine = { id: id as number, name }
    else if (kind === 'EngineBase') open.push(inWords({ id: id as number, name }))
    else if (isUnsaid(name)) open.push(`${words} not recorded`)
    else conditions.push(`${words} ${name}`)
  }
  const same = {
    ...{ make, model, submodel: '', quantity: row.quantity, isLicensed: true as const },
    position: positionOf(said, tables, unknown),
    notes: [...conditions, ...(JSON.parse(row.notes) as string[])],
  }
  const applications = spansOf(meant, (year) => engine && isNamedIn(year, engine, tables)).map(
    ({ from, to, isNamed }): Application => ({
      ...same,
      ...{ from: String(from), to: String(to), engine: '' },
      ...(engine && isNamed && namesOf(engine)),
      open: [...unknown, ...open, ...(engine && !isNamed ? [inWords(engine)] : [])],
    }),
  )
  return { applications, unknown }
}

type SaidEngine = { id: number; name: string }
const inWords = ({ id, name }: SaidEngine) => `Engine ${name} (${id})`

function meantVehicle({ built_from, built_to }: Row, said: Said, tables: KnownIds) {
  const one = said.vehicle === undefined ? undefined : tables.vehicle(said.vehicle)
  if (said.vehicle !== undefined && !one) return undefined
  const [makeId, modelId] = [one?.make ?? said.make, one?.model ?? said.model]
  if (makeId === undefined || modelId === undefined) return undefined
  const [make, model] = [tables.name('Make', makeId), tables.name('Model', modelId)]
  if (!make || !model) return undefined
  const years = one ? [one] : tables.vehiclesOf(makeId, modelId)
  const [from, to] = one ? [one.year, one.year] : [Number(built_from), Number(built_to)]
  return { makeId, modelId, make, model, from, to, years }
}

type Span = { from: number; to: number; isNamed: boolean | undefined }
type Years = { from: number; to: number; years: readonly LicensedVehicle[] }

/** Years after one another of which the same is known. */
function spansOf(
  { from, to, years }: Years,
  isNamedInYear: (year: LicensedVehicle | undefined) => boolean | undefined,
) {
  const spans: Span[] = []
  for (let year = from; year <= to; year += 1) {
    const isNamed = isNamedInYear(years.find((one) => one.year === year))
    const last = spans.at(-1)
    if (last && last.isNamed === isNamed) last.to = year
    else spans.push({ from: year, to: year, isNamed })
  }
  return spans
}

const vehicleInNumbers = ({ built_from, built_to }: Row, { vehicle, make, model }: Said) =>
  vehicle === undefined
    ? `Make ${make}, model ${model}, ${built_from === built_to ? built_from : `${built_from} to ${built_to}`}`
    : `Vehicle ${vehicle}`

/**
 * Whether litres and cylinders say which engine it is: in that year no other has as many. Two that have may differ in what no
 * name says, and where not all engines are known, one of them may be such a one.
 */
function isNamedIn(year: LicensedVehicle | undefined, { id, name }: SaidEngine, tables: KnownIds) {
  const [, litres, cylinders] = partsOf(name)
  if (!litres || !cylinders || !year?.engines?.includes(id)) return false
  return year.engines.every((other) => {
    const [, otherLitres, otherCylinders] = partsOf(tables.name('EngineBase', other) ?? '')
    const isOfSize = otherLitres && otherCylinders
    // One without a size may be of any.
    return other === id || (isOfSize && !(otherLitres === litres && otherCylinders === cylinders))
  })
}

function namesOf({ name }: SaidEngine) {
  const [, litres, cylinders] = partsOf(name)
  const inEpasWords = `${litres} ${cylinders}-cyl`
  return { engine: name, alsoCalled: [inEpasWords, ...fuels.map((fuel) => `${inEpasWords} ${fuel}`)] }
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
