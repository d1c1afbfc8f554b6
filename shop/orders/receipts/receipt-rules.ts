import type { ReceiptRow } from '~/database/tables.ts'
import { formatDollars } from '~/platform/money.ts'
import type { Receipt } from './contract.ts'

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

/** Under a line: a code and what it took off. */
export const discountWords = ({ code, amount }: NonNullable<Receipt['lines'][number]['discount']>) =>
  `Discount ${code}: ${formatDollars(-amount)}`

/** What is said about the tax in a document: a line each, in dollars. */
export function taxLines({
  tax,
  taxes,
}: Pick<Receipt, 'tax' | 'taxes'>): { text: string; amount?: number }[] {
  if (!taxes) return tax ? [{ text: `Includes ${tax.rate} tax`, amount: tax.amount }] : []
  return taxes.flatMap(({ name, rate, gross, amount, note }) => [
    ...(rate === shownTaxRate(0)
      ? []
      : [
          {
            text: `Includes ${rate} ${name}${taxes.length > 1 ? ` in ${formatDollars(gross)}` : ''}`,
            amount,
          },
        ]),
    ...(note ? [{ text: note }] : []),
  ])
}
