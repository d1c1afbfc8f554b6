import { expect, test } from 'vitest'
import type { KnownOfCar } from './measures.ts'
import { measuredBy, requiredLines } from './measures.ts'

const viscosity = (...values: string[]): KnownOfCar => ({
  attribute: 'oil-viscosity',
  name: 'oil viscosity',
  values,
  measure: 'Viscosity',
  compared: 'equal',
})
const amount = (value: string): KnownOfCar => ({
  attribute: 'oil-amount',
  name: 'oil',
  values: [value],
  measure: 'Volume',
  compared: 'amount',
})
const quantityOf = (needs: string, holds: string) => {
  const measured = measuredBy([viscosity('5W-30'), amount(needs)], `Viscosity: 5W-30\nVolume: ${holds}`)
  return measured.isRight && measured.quantity
}

test.each([
  ['3.8 l', '5 l', 1],
  ['5 l', '5 l', 1],
  ['6.5 l', '5 l', 2],
  ['1,2 l', '0.4 l', 3],
  ['4', '1', 4],
  ['3.8 l', '5000 ml', undefined],
  ['3.8 l', '0 l', undefined],
  ['about four', '5 l', undefined],
  ['3.8 l', 'large', undefined],
])('%s of what holds %s is %s', (needs, holds, packs) => {
  expect(quantityOf(needs, holds)).toBe(packs)
})

test('a part is right by its measures when one is the same and none is another', () => {
  const isRight = (known: KnownOfCar[], attributes: string) => measuredBy(known, attributes).isRight
  expect(isRight([viscosity('5W-30')], 'viscosity: 5w-30')).toBe(true)
  expect(isRight([viscosity('5W-40')], 'Viscosity: 5W-30')).toBe(false)
  expect(isRight([viscosity('5W-30')], 'Grade: ACEA C3')).toBe(false)
  // What has several answers, or another one than any, is open.
  expect(isRight([viscosity('5W-30', '5W-40')], 'Viscosity: 5W-30')).toBe(false)
  expect(isRight([viscosity('other')], 'Viscosity: 5W-30')).toBe(false)
  expect(isRight([viscosity()], 'Viscosity: 5W-30')).toBe(false)
  expect(isRight([amount('3.8 l')], 'Volume: 5 l')).toBe(false)
  expect(requiredLines([viscosity('5W-30'), viscosity('a', 'b'), amount('3.8 l')])).toEqual([
    'Viscosity: 5W-30',
  ])
})
