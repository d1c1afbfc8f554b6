import type { VehicleRow } from '~/database/tables.ts'
import type { Months } from './months.ts'

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

const horsepowerOfKw = 1.35962

/** What the search of cars reads: each word after a space. */
const searchedText = (car: VehicleValues) => {
  const power = car.powerKw
    ? `${car.powerKw}kw ${car.powerKw} kw ${Math.round(car.powerKw * horsepowerOfKw)}hp`
    : ''
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
