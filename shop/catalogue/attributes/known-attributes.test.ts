import { describe, expect, test } from 'vitest'
import { attributesProblem } from './attribute-lines.ts'
import { attributeMeantBy, kindOfValue, knownAttributes, withoutUnit } from './known-attributes.ts'

const known = [
  { name: 'Diameter', kind: 'number' as const, unit: 'mm' },
  { name: 'Holes', kind: 'number' as const, unit: '' },
  { name: 'Viscosity', kind: 'text' as const, unit: '' },
]

test.each([
  ['diameter:312', 'Diameter: 312 mm'],
  ['DIAMETER : 312 MM', 'Diameter: 312 mm'],
  ['Diameter: 25,50mm', 'Diameter: 25.5 mm'],
  ['Diameter: 0.125 mm; holes: 5', 'Diameter: 0.125 mm\nHoles: 5'],
  ['Diameter: -0', 'Diameter: 0 mm'],
  ['viscosity:  5W-30', 'Viscosity: 5W-30'],
  ['', ''],
])('%j is stored as %j', (typed, stored) => {
  expect(attributesProblem(typed)).toBeUndefined()
  expect(knownAttributes(known, typed)).toEqual({ text: stored })
})

describe('a line that cannot be right is named', () => {
  test.each([
    ['Diameter', '“Diameter”: write a name and a value, as in “Diameter: 312 mm”'],
    ['Diameter: 1\ndiameter: 2', '“diameter: 2”: this attribute is there twice'],
    [`Diameter: ${'9'.repeat(121)}`, /a value has at most 120 characters$/],
    [`${'x'.repeat(41)}: 1`, /a name has at most 40 characters$/],
    [Array.from({ length: 101 }, (_, n) => `A${n}: 1`).join('\n'), 'At most 100 attributes'],
  ])('in a form: %j', (typed, problem) => {
    expect(attributesProblem(typed)).toMatch(problem)
  })

  test.each([
    ['Diameter: 12 in', '“Diameter: 12 in”: Diameter is a number in mm, with at most three decimals'],
    ['Diameter: wide', '“Diameter: wide”: Diameter is a number in mm, with at most three decimals'],
    ['Holes: 5.1234', '“Holes: 5.1234”: Holes is a number, with at most three decimals'],
    ['Girth: 12', '“Girth: 12”: there is no attribute “Girth”'],
    ['Diameter: 1; Diaméter: 2', '“Diaméter: 2”: this attribute is there twice'],
  ])('where the attributes of the shop are known: %j', (typed, problem) => {
    expect(knownAttributes(known, typed)).toEqual({ problem })
  })
})

test.each([
  ['12,5 mm', 'number', 'mm'],
  ['12.5mm', 'number', 'mm'],
  ['90 °C', 'number', '°C'],
  ['5', 'number', ''],
  ['5W-30', 'text', ''],
  ['235/40 R19', 'text', ''],
  ['Push button', 'text', ''],
])('an attribute that the shop lacks with the value %j would be a %s in %j', (value, kind, unit) => {
  expect(kindOfValue(value)).toEqual({ kind, unit })
})

test('a name with a mistake leads to the attribute that was meant', () => {
  expect(attributeMeantBy(known, 'Viscosty')).toBe('Viscosity')
  expect(attributeMeantBy(known, 'Diamter')).toBe('Diameter')
  expect(attributeMeantBy(known, 'Girth')).toBeUndefined()
})

test('a value stands in its field without its unit', () => {
  const values = ['312 mm', '312MM', '312', 'mm', 'wide'].map((value) => withoutUnit(known[0]!, value))
  expect(values).toEqual(['312', '312', '312', 'mm', 'wide'])
})
