import type { Choices } from './choices.ts'
import { parseChoices } from './choices.ts'
import { isMonth } from './months.ts'
import type { VehicleValues } from './rules.ts'
import { vehicleKey } from './rules.ts'

/** A car as a form or a file says it: all of it is text. */
export type VehicleText = Record<Exclude<keyof VehicleValues, 'id'>, string> & {
  /** `front-discs=280 mm,288 mm;gearbox=manual`: what it may be equipped with. */
  options: string
}
export type VehicleTextField = keyof VehicleText

/** In the order of files and forms. */
export const vehicleFields: Record<VehicleTextField, { label: string; longest: number; isRequired?: true }> =
  {
    make: { label: 'Make', longest: 60, isRequired: true },
    model: { label: 'Model', longest: 60, isRequired: true },
    generation: { label: 'Generation', longest: 40 },
    body: { label: 'Body', longest: 40 },
    engine: { label: 'Engine', longest: 40 },
    engineCode: { label: 'Engine code', longest: 40 },
    fuel: { label: 'Fuel', longest: 40 },
    litres: { label: 'Litres', longest: 4 },
    powerKw: { label: 'Power in kW', longest: 4 },
    builtFrom: { label: 'Built from', longest: 7, isRequired: true },
    builtTo: { label: 'Built to', longest: 7 },
    options: { label: 'Options', longest: 2000 },
  }
export const vehicleFieldNames = Object.keys(vehicleFields) as VehicleTextField[]

const aMonth = 'Write a month like 2006-03'

/** What is wrong with one value as it was typed. */
export function vehicleFieldProblem(name: VehicleTextField, text: string): string | undefined {
  const { label, longest, isRequired } = vehicleFields[name]
  if (text === '') return isRequired ? `${label} is required` : undefined
  if (text.length > longest) return `${label} has at most ${longest} characters`
  if (name === 'builtFrom' || name === 'builtTo') return isMonth(text) ? undefined : aMonth
  if (name === 'litres') return /^\d{1,2}\.\d$/.test(text) ? undefined : 'Write litres like 2.0'
  if (name === 'powerKw')
    return /^[1-9]\d{0,3}$/.test(text) ? undefined : 'Power is a whole number of kilowatts'
  if (name === 'options')
    return parseChoices(text) ? undefined : 'Write options like “front-discs=280 mm,288 mm;gearbox=manual”'
  return undefined
}

type Problem = { field: VehicleTextField; message: string }

/** What is wrong with a car whose values are each well-formed. */
export function vehicleProblem(text: VehicleText, attributes: ReadonlySet<string>): Problem | undefined {
  if (text.builtTo && text.builtTo < text.builtFrom)
    return { field: 'builtTo', message: 'The last month is before the first' }
  const unknown = Object.keys(optionsIn(text)).find((attribute) => !attributes.has(attribute))
  return unknown === undefined
    ? undefined
    : { field: 'options', message: `There is no attribute “${unknown}”` }
}

export const optionsIn = ({ options }: VehicleText): Choices => parseChoices(options) ?? {}

export const valuesFrom = (id: string, { options: _, ...text }: VehicleText): VehicleValues => ({
  ...text,
  id,
  powerKw: text.powerKw ? Number(text.powerKw) : null,
})

export const longestVehicleId = 120

/** Readable: `volkswagen-golf-5-2.0-tdi-bkd`. */
export const vehicleIdFrom = ({ make, model, generation, engine, engineCode }: VehicleText) =>
  vehicleKey([make, model, generation, engine, engineCode].join(' '))
    .replaceAll(' ', '-')
    .slice(0, longestVehicleId - 10)

export const longestFitAttributeName = 40
export const longestFitQuestion = 200
export const longestFitCategory = 80
/** How parts are compared with what a car has: not at all, it must be the same, or it is an amount. */
export const comparisons = ['', 'equal', 'amount'] as const

/** By which conditions name it: `front-discs`. */
export const attributeIdFrom = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longestFitAttributeName)
