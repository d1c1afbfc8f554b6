import type { Slip } from './contract.ts'

export type PickLine = Pick<
  Slip['lines'][number],
  'productId' | 'productName' | 'partNumber' | 'shelf' | 'image' | 'size' | 'quantity'
>

/** A2 before A10; what lies nobody knows where comes last. */
const byNumbers = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
export const byShelf = (a: Pick<PickLine, 'shelf'>, b: Pick<PickLine, 'shelf'>) =>
  Number(!a.shelf) - Number(!b.shelf) || byNumbers.compare(a.shelf, b.shelf)

const byName = (a: PickLine, b: PickLine) => byNumbers.compare(a.productName, b.productName)

/** What to fetch for all of these, part by part, in the order in which one walks along the shelves. */
export function pickList(slips: Pick<Slip, 'lines'>[]): PickLine[] {
  const lines = new Map<string, PickLine>()
  for (const { productId, productName, partNumber, shelf, image, size, quantity } of slips.flatMap(
    (slip) => slip.lines,
  )) {
    const key = `${productId} ${size}`
    const pieces = (lines.get(key)?.quantity ?? 0) + quantity
    lines.set(key, { productId, productName, partNumber, shelf, image, size, quantity: pieces })
  }
  return [...lines.values()].sort((a, b) => byShelf(a, b) || byName(a, b))
}

/** On what address labels are printed. */
export const papers = ['4x6', 'a6'] as const
export type Paper = (typeof papers)[number]
export const paperNames: Record<Paper, string> = { '4x6': '4 × 6 in', a6: 'A6' }
