/** A document as it is stored, as far as the books need it. */
export type Document = {
  kind: 'receipt' | 'credit-note' | 'reversal'
  amount_cents: number
  tax_rate: number
  tax_cents: number
}
type Line = {
  text: string
  quantity: number
  cents: number
  discount?: { code: string; cents: number }
  isDelivery?: true
  isDeposit?: true
  isUntaxed?: true
  taxCents?: number
}
type Tax = { name: string; rate: number; taxCents: number }

export type BooksLine = {
  text: string
  quantity: number
  grossCents: number
  taxName: string
  /** In thousandths of a percent. */
  taxRate: number
  taxCents: number
  /** How much of the gross is a deposit: all of it, or nothing. */
  depositCents: number
  /** What a code took off: the gross is what is left. */
  discount?: { code: string; cents: number }
}

/** What came in is positive: receipts, and what a reversal takes back of a credit note. */
export const signOf = ({ kind }: Pick<Document, 'kind'>) => (kind === 'credit-note' ? -1 : 1)

/** The lines of a document with their share of its tax; they come to its sums, whatever was rounded where. */
export function booksLines(document: Document, lines: Line[], taxes: Tax[] | undefined): BooksLine[] {
  const entries = taxes ?? [{ name: '', rate: document.tax_rate, taxCents: document.tax_cents }]
  const whole = withRest(lines, Math.abs(document.amount_cents))
  // Documents of former versions say it by being about delivery.
  const saysUntaxed = whole.some(({ isUntaxed }) => isUntaxed)
  const entryOf = ({ isDelivery, isUntaxed }: Line) =>
    entries[entries.length > 1 && (saysUntaxed ? isUntaxed : isDelivery) ? 1 : 0]!
  const shares = new Map<Line, number>()
  for (const entry of entries) {
    const own = whole.filter((line) => entryOf(line) === entry)
    cumulative(
      Math.abs(entry.taxCents),
      own.map(({ cents }) => cents),
    ).forEach((share, n) => {
      shares.set(own[n]!, own[n]!.taxCents ?? share)
    })
  }
  const sign = signOf(document)
  return whole.map((line) => ({
    text: line.text,
    quantity: line.quantity,
    // Without -0, which a spreadsheet would show.
    grossCents: sign * line.cents || 0,
    taxName: entryOf(line).name,
    taxRate: entryOf(line).rate,
    taxCents: sign * shares.get(line)! || 0,
    depositCents: line.isDeposit ? sign * line.cents || 0 : 0,
    ...(line.discount && {
      discount: { code: line.discount.code, cents: sign * line.discount.cents || 0 },
    }),
  }))
}

/** Documents of former versions may lack a cent of their lines. */
function withRest(lines: Line[], amount: number): Line[] {
  const rest = amount - lines.reduce((sum, { cents }) => sum + cents, 0)
  return rest === 0 ? lines : [...lines, { text: 'Rounding', quantity: 1, cents: rest }]
}

/** Shares by weight, of which some may be negative: each is what the total has grown by with it. */
function cumulative(total: number, weights: number[]) {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map((_, n) => (n === 0 ? total : 0))
  let before = 0
  let weighed = 0
  return weights.map((weight) => {
    weighed += weight
    const until = Math.round((total * weighed) / sum)
    const share = until - before
    before = until
    return share
  })
}
