import { expect, test } from 'vitest'
import { receiptNumber, shownTaxRate } from './receipt-rules.ts'

test('a number names its series and year, and sorts as it was given out', () => {
  expect(receiptNumber({ series: 'R', year: 2026, number: 7 })).toBe('R-2026-000007')
  expect(receiptNumber({ series: 'C', year: 2027, number: 1234567 })).toBe('C-2027-1234567')
})

test('a rate is shown with the digits that it has', () => {
  expect([19_000, 8875, 5500].map(shownTaxRate)).toEqual(['19 %', '8.875 %', '5.5 %'])
})
