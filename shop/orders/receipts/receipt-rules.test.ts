import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '~/test/random.ts'
import { creditedTaxCents, includedTaxCents, receiptNumber, shownTaxRate } from './receipt-rules.ts'

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

test('no credit note shows less than no tax after one that bounced', () => {
  const receipt = { cents: 1000, taxCents: includedTaxCents(1000, 5500), taxRate: 5500 }
  const first = creditedTaxCents(receipt, { cents: 0, taxCents: 0 }, 2)
  const second = creditedTaxCents(receipt, { cents: 2, taxCents: first }, 8)
  expect([first, second]).toEqual([0, 1])
  // The first bounces: 8 cents with 1 cent of tax are credited, though 9 cents would include none.
  expect(creditedTaxCents(receipt, { cents: 8, taxCents: second }, 1)).toBe(0)
})

test('the tax of credit notes stays within what is left of the receipt, whatever bounces, and all of it is credited', () => {
  const receipts = fc.record({ cents: fc.integer({ min: 1, max: 500 }), taxRate: fc.nat({ max: 30_000 }) })
  const notes = fc.array(fc.record({ cents: fc.integer({ min: 1, max: 60 }), bounces: fc.boolean() }))
  fc.assert(
    fc.property(receipts, notes, ({ cents: total, taxRate }, tried) => {
      const receipt = { cents: total, taxCents: includedTaxCents(total, taxRate), taxRate }
      const credited = { cents: 0, taxCents: 0 }
      const bouncing: { cents: number; taxCents: number }[] = []
      const issue = (wanted: number, bounces: boolean) => {
        const cents = Math.min(wanted, total - credited.cents)
        if (cents === 0) return
        const taxCents = creditedTaxCents(receipt, credited, cents)
        expect(taxCents).toBeGreaterThanOrEqual(0)
        expect(taxCents).toBeLessThanOrEqual(Math.min(cents, receipt.taxCents - credited.taxCents))
        credited.cents += cents
        credited.taxCents += taxCents
        if (bounces) bouncing.push({ cents, taxCents })
      }
      for (const { cents, bounces } of tried) {
        issue(cents, bounces)
        // A bounce is known after the next one is issued.
        if (bouncing.length > 1) {
          const { cents: back, taxCents } = bouncing.shift()!
          credited.cents -= back
          credited.taxCents -= taxCents
        }
      }
      issue(total, false)
      expect(credited.cents).toBe(total)
      expect(Math.abs(credited.taxCents - receipt.taxCents)).toBeLessThanOrEqual(1)
    }),
    { seed, numRuns: 2000 },
  )
})
