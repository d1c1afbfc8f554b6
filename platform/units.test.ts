import { expect, test } from 'vitest'
import { keepUnits } from './figures.ts'

test.each([
  ['Alternator, 14 V 120 A, 6-Groove Pulley', 'Alternator, 14~V 120~A, 6-Groove Pulley'],
  ['Insulated Jump Leads, 25 mm², 3.5 m', 'Insulated Jump Leads, 25~mm², 3.5~m'],
  ['Starter Battery, 12 V 74 Ah 680 A', 'Starter Battery, 12~V 74~Ah 680~A'],
  ['the first 200 km (125 miles)', 'the first 200~km (125 miles)'],
  ['Panel Air Filter, 290 × 175 mm', 'Panel Air Filter, 290~×~175~mm'],
  ['Oil Filter, M20 × 1.5', 'Oil Filter, M20~×~1.5'],
  ['4 vans, 3 metres, 2 Ampere', '4 vans, 3 metres, 2 Ampere'],
])('a number and its unit stay on one line: %s', (text, joined) => {
  expect(keepUnits(text)).toBe(joined.replaceAll('~', '\u00a0'))
})
