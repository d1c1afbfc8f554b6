import type { VinAnswer } from '../contract.ts'
import { correctedCars } from './corrections.server.ts'
import type { DecodedCar } from './decode.server.ts'
import { decodeVin, makerOf } from './decode.server.ts'
import type { Patterns } from './patterns.server.ts'
import { hasCheckDigit, isEuropean } from './vin.ts'

type Proposed = { state: VinAnswer['state']; make: string; cars: DecodedCar[] }

/** The car of a VIN in order; else those that it would be of with one mistake less. */
export async function proposedCars(patterns: Patterns, vin: string): Promise<Proposed> {
  const make = makerOf(patterns, vin)?.makes[0] ?? ''
  const exact = hasCheckDigit(vin) ? await decodeVin(patterns, vin) : undefined
  if (exact) return { state: 'exact', make: exact.make, cars: [exact] }
  // Written for Europe, where nothing more is said: any car that these characters could mean would be invented.
  if (make && hasFillers(vin)) return { state: 'make-only', make, cars: [] }
  const cars = await correctedCars(patterns, vin)
  // In Europe the ninth character is free, so that a wrong one need not be a mistake: the make comes first.
  const isMakeOnly = make !== '' && (isEuropean(vin) || cars.length === 0)
  return { state: isMakeOnly ? 'make-only' : cars.length > 0 ? 'corrected' : 'unknown', make, cars }
}

const hasFillers = (vin: string) => /^.{3}ZZZ/.test(vin)
