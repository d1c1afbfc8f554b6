import type { DecodedCar } from './decode.server.ts'
import { decodeVin } from './decode.server.ts'
import type { Patterns } from './patterns.server.ts'
import { hasCheckDigit, vinCharacters, vinLength } from './vin.ts'

const lookAlikes = ['B8', 'S5', 'Z2', 'G6', 'UV', 'D0', 'T7', 'A4', 'L1', 'E3', 'MN', 'VY', 'PR', 'FE', 'XK']
const looksLike = (a: string, b: string) => lookAlikes.some((pair) => pair.includes(a) && pair.includes(b))

/** Every VIN in order that differs by one mistake, the likelier mistakes first: look-alikes, swapped neighbours, others. */
export function corrections(vin: string, isMaker: (vin: string) => boolean): string[] {
  const found = new Map<string, number>()
  const add = (candidate: string, rank: number) => {
    if (hasCheckDigit(candidate) && isMaker(candidate) && rank < (found.get(candidate) ?? 9))
      found.set(candidate, rank)
  }
  if (vin.length === vinLength - 1)
    for (let at = 0; at <= vin.length; at++)
      for (const character of vinCharacters) add(vin.slice(0, at) + character + vin.slice(at), 2)
  if (vin.length === vinLength + 1)
    for (let at = 0; at < vin.length; at++)
      add(vin.slice(0, at) + vin.slice(at + 1), vin[at] === vin[at + 1] ? 0 : 2)
  if (vin.length === vinLength)
    for (let at = 0; at < vinLength; at++) {
      const [before, here, next, after] = [vin.slice(0, at), vin[at]!, vin[at + 1] ?? '', vin.slice(at + 2)]
      if (next && next !== here) add(before + next + here + after, 1)
      for (const character of vinCharacters)
        if (character !== here)
          add(before + character + vin.slice(at + 1), looksLike(character, here) ? 0 : 2)
    }
  return [...found].sort((a, b) => a[1] - b[1]).map(([candidate]) => candidate)
}

const mostCars = 5

/** The cars that the corrections of a VIN are of, each once: a mistake in the serial number changes no car. */
export async function correctedCars(patterns: Patterns, vin: string): Promise<DecodedCar[]> {
  const isMaker = (candidate: string) => patterns.maker(candidate.slice(0, 3)) !== undefined
  const cars = new Map<string, { car: DecodedCar; votes: number; first: number }>()
  for (const [n, candidate] of corrections(vin, isMaker).entries()) {
    const car = await decodeVin(patterns, candidate)
    if (!car) continue
    const key = JSON.stringify(car)
    const known = cars.get(key)
    if (known) known.votes += 1
    else cars.set(key, { car, votes: 1, first: n })
  }
  return [...cars.values()]
    .sort((a, b) => a.first - b.first)
    .slice(0, mostCars)
    .map(({ car }) => car)
}
