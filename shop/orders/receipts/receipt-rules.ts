import type { ReceiptRow } from '~/database/tables.ts'

/** As it is printed, for people and for bookkeeping: R-2026-000007. */
export const receiptNumber = ({ series, year, number }: Pick<ReceiptRow, 'series' | 'year' | 'number'>) =>
  `${series}-${year}-${String(number).padStart(6, '0')}`

/** 8875 is 8.875 %. */
export const shownTaxRate = (taxRate: number) => `${taxRate / 1000} %`

export const receiptTitles: Record<ReceiptRow['kind'], string> = {
  receipt: 'Receipt',
  'credit-note': 'Credit note',
  reversal: 'Reversal of a credit note',
}
