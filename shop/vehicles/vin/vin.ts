import { createContext } from 'react-router'
import type { VinAnswer } from './contract.ts'

export const vinLength = 17
/** I, O and Q never occur in a VIN. */
export const vinCharacters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

const readAs: Record<string, string> = { I: '1', O: '0', Q: '0' }

/** In upper case without spaces and strokes, with the digits that I, O and Q were meant to be. */
export const cleanVin = (text: string) =>
  text
    .toUpperCase()
    .replace(/[\s.\-–_/]/g, '')
    .replace(/[IOQ]/g, (letter) => readAs[letter]!)

/** One character too few or too many is still meant as one. Words with a year at the end are a car in words. */
export function looksLikeVin(text: string) {
  const vin = cleanVin(text)
  if (!/^[A-Z0-9]{16,18}$/.test(vin) || !/[A-Z]/.test(vin)) return false
  const words = text.trim().split(/\s+/)
  if (words.length === 1) return (vin.match(/\d/g)?.length ?? 0) >= 4
  return /\d{4}$/.test(vin) && !/^(19|20)\d\d$/.test(words.at(-1)!)
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const weightOfCharacter: Record<string, number> = Object.fromEntries([
  ...[...'0123456789'].map((digit) => [digit, Number(digit)]),
  ...[...'ABCDEFGH'].map((letter, n) => [letter, n + 1]),
  ...[...'JKLMN'].map((letter, n) => [letter, n + 1]),
  ['P', 7],
  ['R', 9],
  ...[...'STUVWXYZ'].map((letter, n) => [letter, n + 2]),
])

/** The ninth character as North America computes it from the others. */
export function checkDigit(vin: string) {
  const sum = weights.reduce((total, weight, n) => total + weight * weightOfCharacter[vin[n]!]!, 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

export const hasCheckDigit = (vin: string) => vin.length === vinLength && checkDigit(vin) === vin[8]

/** Built in Europe: there the ninth character is free, and the tenth need not be the year. */
export const isEuropean = (vin: string) => /^[S-Z]/.test(vin)

/** What the VIN of this request tells, when a form without a script has sent one. The VIN itself goes no further. */
export const vinContext = createContext<VinAnswer | null>(null)
