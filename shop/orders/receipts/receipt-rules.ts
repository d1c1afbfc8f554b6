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

type Sum = { cents: number; taxCents: number }

/**
 * The tax of the next credit note of a receipt: the difference of two sums, so that all notes together come to the tax of
 * the receipt. After a reversal the sums may be off by a cent, and no note shows less than no tax, or more than is left.
 */
export function creditedTaxCents(receipt: Sum & { taxRate: number }, credited: Sum, cents: number) {
  const exact = includedTaxCents(credited.cents + cents, receipt.taxRate) - credited.taxCents
  const isRest = credited.cents + cents >= receipt.cents
  const left = receipt.taxCents - credited.taxCents
  return Math.max(0, Math.min(isRest ? left : exact, left, cents))
}
