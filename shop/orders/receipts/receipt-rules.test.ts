import { expect, test } from 'vitest'
import { includedTaxCents, receiptNumber, shownTaxRate } from './receipt-rules.ts'

test('a number names its series and year, and sorts as it was given out', () => {
  expect(receiptNumber({ series: 'R', year: 2026, number: 7 })).toBe('R-2026-000007')
  expect(receiptNumber({ series: 'C', year: 2027, number: 1234567 })).toBe('C-2027-1234567')
})

test.each([
  [11_900, 19_000, 1900],
  [3490, 19_000, 557],
  [2000, 8875, 163],
  [1, 19_000, 0],
  // Half a cent goes up.
  [6, 9_091, 1],
  [99_999_999, 19_000, 15_966_386],
  [1234, 0, 0],
])('%d cents at %d thousandths of a percent include %d cents of tax', (cents, rate, tax) => {
  expect(includedTaxCents(cents, rate)).toBe(tax)
})

test('a rate is shown with the digits that it has', () => {
  expect([19_000, 8875, 5500].map(shownTaxRate)).toEqual(['19 %', '8.875 %', '5.5 %'])
})
