import { describe, expect, test } from 'vitest'
import { randomFrom, seed } from '~/test/random.ts'
import type { Patterns } from './decode.server.ts'
import { decodeVin, elements, matches, withPatterns } from './decode.server.ts'
import { proposedCars } from './read-vin.server.ts'
import { checkDigit, cleanVin, hasCheckDigit, looksLikeVin, vinCharacters } from './vin.ts'

test('the check digit is the one of the standard', () => {
  expect(checkDigit('1M8GDM9A_KP042788'.replace('_', '0'))).toBe('X')
  expect(hasCheckDigit('11111111111111111')).toBe(true)
  expect(hasCheckDigit('1111111111111111')).toBe(false)
})

test('a VIN is read with spaces, strokes, small letters, and I, O and Q for the digits they were meant to be', () => {
  expect(cleanVin(' wvw-hv71k 98w oooo1Q ')).toBe('WVWHV71K98W000010')
})

test.each([
  ['WVWHV71K98W000001', true],
  ['wvw hv71k 98w 000001', true],
  ['WVWHV71K98W00001', true],
  ['WVWHV71K98W0000012', true],
  ['golf 2.0 tdi 2006', false],
  ['volkswagen golf 2006', false],
  ['bmw 328i e90 n52 2006', false],
  ['volkswagenpassat', false],
  ['1234567890123456', false],
])('%s is meant as a VIN: %s', (text, expected) => {
  expect(looksLikeVin(text)).toBe(expected)
})

test.each([
  ['**[A-C5]1', 'XXB1K|8W', true],
  ['**[A-C5]1', 'XX51K|8W', true],
  ['**[A-C5]1', 'XXD1K|8W', false],
  ['*****|*W', 'XXB1K|8W', true],
  ['ABCDE|FGHJKLMNP', 'ABCDE|FG', false],
])('the pattern %s on %s: %s', (pattern, described, expected) => {
  expect(matches(pattern, described)).toBe(expected)
})

const random = randomFrom(seed)
const oneOf = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
const aDigit = () => oneOf([...'0123456789'])

/** Made from the patterns of a maker, with an invented serial number: of no real car. */
async function aVin(patterns: Patterns) {
  for (;;) {
    const wmi = oneOf(patterns.wmis.filter((code) => code.length === 3))
    const schemas = patterns.maker(wmi)!.schemas.filter(([, from]) => from >= 2000)
    if (schemas.length === 0) continue
    const [number, year] = oneOf(schemas)
    const models = (await patterns.schema(number))[elements.model]
    if (!models) continue
    const [pattern] = oneOf(models)
    const described = filled(pattern)
      .padEnd(5, '*')
      .slice(0, 5)
      .replaceAll('*', () => oneOf([...'ABCDE12345']))
    const code = 'ABCDEFGHJKLMNPRSTVWXY123456789'[(year - 1980) % 30]!
    const serial = `${oneOf([...'ABCFGHJKLMN'])}${Array.from({ length: 6 }, aDigit).join('')}`
    const bare = `${wmi}${described}0${code}${serial}`
    const vin = bare.slice(0, 8) + checkDigit(bare) + bare.slice(9)
    const car = await decodeVin(patterns, vin)
    if (car) return { vin, car }
  }
}

const filled = (pattern: string) =>
  pattern.replace(/\|.*/, '').replace(/\[([^\]]*)\]/g, (_, characters: string) => characters[0]!)

function withOneMistake(vin: string) {
  const at = Math.floor(random() * (vin.length - 1))
  const [before, here, next] = [vin.slice(0, at), vin[at]!, vin[at + 1]!]
  const kind = random()
  if (kind < 0.2 && here !== next) return before + next + here + vin.slice(at + 2)
  if (kind < 0.3) return before + vin.slice(at + 1)
  if (kind < 0.4) return before + here + oneOf([...vinCharacters]) + vin.slice(at + 1)
  const other = [...vinCharacters].filter((character) => character !== here)
  return before + oneOf(other) + vin.slice(at + 1)
}

test(
  'of 500 VINs with one mistake each the right car is offered for at least 95 of 100',
  { timeout: 120_000 },
  () =>
    withPatterns(async (patterns) => {
      let offered = 0
      for (let n = 0; n < 500; n++) {
        const { vin, car } = await aVin(patterns)
        const { cars } = await proposedCars(patterns, withOneMistake(vin))
        if (
          cars.some(({ make, model, year }) => make === car.make && model === car.model && year === car.year)
        )
          offered += 1
      }
      console.log(`the right car is offered for ${offered} of 500 VINs with one mistake each`)
      expect(offered).toBeGreaterThanOrEqual(475)
    }),
)

describe('a VIN of Europe', () => {
  test.each([
    ['WVWZZZ1KZ6W000001', 'Volkswagen'],
    ['TMBZZZ1Z562000001', 'Škoda'],
    ['VF7XXXXXXXX000001', 'Citroën'],
  ])('%s says the make alone, and no year is invented', (vin, make) =>
    withPatterns(async (patterns) => {
      expect(await proposedCars(patterns, vin)).toEqual({ state: 'make-only', make, cars: [] })
    }),
  )
})
