import type { Place } from '~/shop/addresses/place.ts'
import type { Area } from './areas.ts'
import { closestTo } from './areas.ts'
import { collectionId } from './ways.ts'

/** Where which part of the prices is tax. */
export type TaxPlace = {
  id: string
  name: string
  areas: Area[]
  /** In thousandths of a percent: 8875 is 8.875 %. */
  rate: number
  /** Whether delivery is taxed like the parts. */
  taxesDelivery: boolean
  /** Whether deposits for old parts are taxed like the parts; where nothing is said they are. */
  taxesDeposits?: boolean | undefined
  /** Printed on receipts: why there is none. */
  note?: string | undefined
}

/** What the owner says of taxes. Prices include them, so a place never changes what is paid. */
export type Tax = {
  /** As receipts call it: VAT, sales tax. */
  name: string
  places: TaxPlace[]
}

/** The tax of a purchase, as it is copied to it. */
export type PurchaseTax = {
  /** The place by which it is taxed; absent where there is no tax. */
  id?: string
  name: string
  rate: number
  taxesDelivery: boolean
  taxesDeposits?: boolean
  note?: string
}

/** The one answer to where something is taxed: collected parts where the workshop is. */
export function taxOf({ name, places }: Tax, home: Place, wayId: string, to: Place): PurchaseTax {
  const found = closestTo(places, wayId === collectionId ? home : to)
  if (!found) return { name, rate: 0, taxesDelivery: true }
  const { id, rate, taxesDelivery, taxesDeposits = true, note } = found
  const untaxed = taxesDeposits ? {} : { taxesDeposits }
  return { id, name, rate, taxesDelivery, ...untaxed, ...(note && { note }) }
}

/** How many thousandths of a percent are a whole. */
const whole = 100_000

/** The tax that is included in a sum, half cents up. Of the whole sum: rounded by line it would be off by some cents. */
export const includedTaxCents = (cents: number, taxRate: number) =>
  Math.floor((2 * cents * taxRate + whole + taxRate) / (2 * (whole + taxRate)))

/** Whole cents by weight that come to the total, the largest remainders first, then the earlier ones. */
export function sharesOf(total: number, weights: number[]) {
  const sum = BigInt(weights.reduce((all, weight) => all + weight, 0))
  if (sum === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const shares = exact.map((cents) => Number(cents / sum))
  const rests = exact.map((cents, n) => ({ n, rest: cents % sum }))
  const left = total - shares.reduce((all, cents) => all + cents, 0)
  const first = rests.toSorted((a, b) => (a.rest === b.rest ? a.n - b.n : a.rest > b.rest ? -1 : 1))
  for (const { n } of first.slice(0, left)) shares[n]! += 1
  return shares
}

/** A part of a document with one rate. */
export type TaxEntry = { name: string; rate: number; grossCents: number; taxCents: number }
type TaxedLine = { cents: number; isDelivery?: boolean | undefined; isDeposit?: boolean | undefined }

export const isTaxedBy = (
  { taxesDelivery, taxesDeposits = true }: PurchaseTax,
  { isDelivery, isDeposit }: TaxedLine,
) => (taxesDelivery || !isDelivery) && (taxesDeposits || !isDeposit)

/** What is taxed is rounded once; delivery and deposits that are not taxed are an entry of their own. */
export function taxEntries(tax: PurchaseTax, lines: TaxedLine[]): TaxEntry[] {
  const { name, rate } = tax
  const isTaxed = (line: TaxedLine) => isTaxedBy(tax, line)
  const gross = (some: TaxedLine[]) => some.reduce((sum, { cents }) => sum + cents, 0)
  const taxed = gross(lines.filter(isTaxed))
  const untaxed = gross(lines.filter((line) => !isTaxed(line)))
  return [
    { name, rate, grossCents: taxed, taxCents: includedTaxCents(taxed, rate) },
    ...(untaxed > 0 ? [{ name, rate: 0, grossCents: untaxed, taxCents: 0 }] : []),
  ]
}

/** The tax of each line: together they are the tax of the document. */
export const taxOfLines = (tax: PurchaseTax, lines: TaxedLine[]) =>
  sharesOf(
    taxEntries(tax, lines)[0]!.taxCents,
    lines.map((line) => (isTaxedBy(tax, line) ? line.cents : 0)),
  )

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

/**
 * The entries of a credit note over so many cents. What a refund is for is not always known, so it is taken from the
 * parts first and from what is untaxed then; each entry is credited up to what it came to. Of untaxed deposits it is known:
 * they are the second entry's.
 */
export function creditedEntries(
  receipt: TaxEntry[],
  notes: TaxEntry[][],
  cents: number,
  untaxedDeposits = 0,
): TaxEntry[] {
  let rest = cents - untaxedDeposits
  return receipt.map((entry, n) => {
    const known = n === 1 ? untaxedDeposits : 0
    const before = notes.reduce(
      (sum, entries) => ({
        cents: sum.cents + (entries[n]?.grossCents ?? 0),
        taxCents: sum.taxCents + (entries[n]?.taxCents ?? 0),
      }),
      { cents: 0, taxCents: 0 },
    )
    const grossCents = known + Math.min(rest, entry.grossCents - before.cents - known)
    rest -= grossCents - known
    const whole = { cents: entry.grossCents, taxCents: entry.taxCents, taxRate: entry.rate }
    return { ...entry, grossCents, taxCents: creditedTaxCents(whole, before, grossCents) }
  })
}
