import type { ReceiptRow } from '~/database/tables.ts'

/** As it is printed, for people and for bookkeeping: R-2026-000007. */
export const receiptNumber = ({ series, year, number }: Pick<ReceiptRow, 'series' | 'year' | 'number'>) =>
  `${series}-${year}-${String(number).padStart(6, '0')}`

/** How many thousandths of a percent are a whole. */
const whole = 100_000

/** The tax that is included in a sum, half cents up. Of the whole sum: rounded by line it would be off by some cents. */
export const includedTaxCents = (cents: number, taxRate: number) =>
  Math.floor((2 * cents * taxRate + whole + taxRate) / (2 * (whole + taxRate)))

/** 8875 is 8.875 %. */
export const shownTaxRate = (taxRate: number) => `${taxRate / 1000} %`

export const receiptTitles: Record<ReceiptRow['kind'], string> = {
  receipt: 'Receipt',
  'credit-note': 'Credit note',
  reversal: 'Reversal of a credit note',
}
