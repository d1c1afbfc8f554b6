import { expect, test } from 'vitest'
import { workingDays } from '~/shop/rates/ways.ts'
import { arrivalDays, deliveryWords } from './buying-terms.ts'

const at = (day: string) => new Date(`${day}T12:00:00`)

test.each([
  ['2026-11-18', { least: 2, most: 4 }, 'Fri, Nov 20 to Tue, Nov 24'],
  ['2026-11-21', { least: 2, most: 2 }, 'Tue, Nov 24'],
  ['2026-12-31', { least: 0, most: 1 }, 'Thu, Dec 31 to Fri, Jan 1'],
])('what is ordered on %s arrives after so many working days: weekends do not count', (day, days, words) => {
  expect(arrivalDays(at(day), days)).toBe(words)
})

test('a page that is cached says how many days it takes', () => {
  expect(workingDays({ least: 2, most: 4 })).toBe('2 to 4 working days')
  expect(workingDays({ least: 1, most: 1 })).toBe('1 working day')
})

test('every buying point says what delivery costs, and what is missing for free delivery', () => {
  expect(deliveryWords(92.4, { deliveryFee: 6.9 })).toBe('Delivery $6.90. Free over $100: $7.60 to go')
  expect(deliveryWords(100, { deliveryFee: 6.9 })).toBe('Delivery $6.90. Free over $100: $0.01 to go')
  expect(deliveryWords(100.01, { deliveryFee: 6.9 })).toBe('Delivery included')
  expect(deliveryWords(92.4, { deliveryFee: 0 })).toBe('Delivery included')
})
