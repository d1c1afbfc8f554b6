import type { VehicleRow } from '~/database/tables.ts'
import type { Months } from './months.ts'
import { monthsInWords } from './months.ts'

/** Without an account cars are saved in the browser. */
export const mostCarsInBrowser = 5
export const mostCarsOfAccount = 10

export const noSuchVehicle = 'There is no such car.'

/** A car as a list of cars has it. */
export type VehicleValues = {
  id: string
  make: string
  model: string
  generation: string
  body: string
  engine: string
  engineCode: string
  fuel: string
  litres: string
  powerKw: number | null
  builtFrom: string
  builtTo: string
}

type Named = Pick<VehicleValues, 'make' | 'model' | 'generation' | 'engine' | 'engineCode'>

/** “Volkswagen Golf 5 2.0 TDI (BKD)”. */
export const vehicleName = ({ make, model, generation, engine, engineCode }: Named) =>
  `${[make, model, generation, engine].filter(Boolean).join(' ')}${engineCode && ` (${engineCode})`}`

/** “Golf 5 2.0 TDI”: what its driver calls it, without the make. */
export const shortVehicleName = ({ model, generation, engine }: Omit<Named, 'make' | 'engineCode'>) =>
  [model, generation, engine].filter(Boolean).join(' ')

type Powered = { powerKw: number | null; builtFrom: string; builtTo: string }

/** “10/2003 to 11/2008, 103 kW / 140 hp”. */
export const aboutVehicle = ({ powerKw, builtFrom, builtTo }: Powered) =>
  [monthsInWords({ from: builtFrom, to: builtTo || null }), powerKw && powerInWords(powerKw)]
    .filter(Boolean)
    .join(', ')

/** “2.0 TDI (BKD)”. */
export const engineName = ({ engine, engineCode }: Pick<Named, 'engine' | 'engineCode'>) =>
  engineCode ? `${engine} (${engineCode})` : engine

/** In lower case without accents, words and figures alone: “2.0 TDI” is `2.0 tdi`. */
export const vehicleKey = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()

const horsepowerOf = (powerKw: number) => Math.round(powerKw * 1.35962)

/** Number and unit never part. */
export const powerInWords = (powerKw: number) => `${powerKw}\u00a0kW / ${horsepowerOf(powerKw)}\u00a0hp`

/** What the search of cars reads: each word after a space. */
const searchedText = (car: VehicleValues) => {
  const power = car.powerKw ? `${car.powerKw}kw ${car.powerKw} kw ${horsepowerOf(car.powerKw)}hp` : ''
  const text = [car.make, car.model, car.generation, car.engine, car.engineCode, car.fuel, car.body, power]
  // “20tdi” and “golf5” are written in one go.
  const squeezed = [car.engine, car.model + car.generation, car.model + car.engine].map((part) =>
    vehicleKey(part).replace(/[ .]/g, ''),
  )
  return ` ${vehicleKey(text.join(' '))} ${squeezed.join(' ')}`
}

/** The row of a car in the table, with what is searched and sorted by. */
export const vehicleRow = (car: VehicleValues, changedAt: string): VehicleRow => ({
  id: car.id,
  make: car.make,
  make_key: vehicleKey(car.make),
  model: car.model,
  model_key: vehicleKey(car.model),
  generation: car.generation,
  body: car.body,
  engine: car.engine,
  engine_code: car.engineCode,
  fuel: car.fuel,
  litres: car.litres,
  power_kw: car.powerKw,
  built_from: car.builtFrom,
  built_to: car.builtTo,
  search_text: searchedText(car),
  changed_at: changedAt,
})

/** What lists of cars need to know of one. */
export type ListedCar = {
  name: string
  months: Months
  /** What this model may have; an attribute that is missing here may have any value. */
  options: Record<string, string[]>
}
