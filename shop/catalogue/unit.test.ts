import { expect, test } from 'vitest'
import { oneUnit, pricePerMeasure, unitsOf, withoutArticle } from './unit.ts'

const spaces = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

test.each([
  ['', 'a piece', '1 piece', '2 pieces'],
  ['pair', 'a pair', '1 pair', '2 pairs'],
  ['set of 4', 'a set of 4', '1 set of 4', '2 sets of 4'],
  ['axle set', 'an axle set', '1 axle set', '2 axle sets'],
  ['box of 10', 'a box of 10', '1 box of 10', '2 boxes of 10'],
  ['can of 5 litres', 'a can of 5 litres', '1 can of 5 litres', '2 cans of 5 litres'],
  ['can (5 l)', 'a can (5 l)', '1 can (5 l)', '2 cans (5 l)'],
  ['5-litre can', 'a 5-litre can', '1 × 5-litre can', '2 × 5-litre can'],
])('a price for “%s” is for %s, and is counted as %s and %s', (unit, one, single, two) => {
  expect([oneUnit(unit), unitsOf(1, unit), unitsOf(2, unit)].map(spaces)).toEqual([one, single, two])
})

test('what is sold by volume, weight or length has a price for one of it', () => {
  expect(pricePerMeasure(42.9, 'can of 5 litres')).toBe('$8.58 a litre')
  expect(pricePerMeasure(9.99, 'bottle of 250 ml')).toBe('$39.96 a litre')
  expect(pricePerMeasure(12, 'roll of 2,5 m')).toBe('$4.80 a metre')
  const without = ['', 'set of 4', 'bottle of 1 litre', '5-piece set']
  expect(without.map((unit) => pricePerMeasure(10, unit))).toEqual(without.map(() => undefined))
  expect(pricePerMeasure(0, 'can of 5 litres')).toBeUndefined()
})

test('an article that was typed is not shown twice', () => {
  expect(['a pair', 'an axle set', '1 kit', 'pair', 'axle set'].map(withoutArticle)).toEqual([
    'pair',
    'axle set',
    'kit',
    'pair',
    'axle set',
  ])
})
