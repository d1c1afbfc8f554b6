import fc from 'fast-check'
import { expect, test } from 'vitest'
import { booksLines, signOf } from './document-lines.ts'

const line = fc.record({
  text: fc.string(),
  quantity: fc.integer({ min: 1, max: 9 }),
  cents: fc.integer({ min: 1, max: 1_000_000 }),
})
const document = fc
  .record({
    kind: fc.constantFrom('receipt' as const, 'credit-note' as const, 'reversal' as const),
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    before: fc.boolean(),
    share: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ kind, lines, before, share }) => {
    const paid = lines.reduce((sum, { cents }) => sum + cents, 0)
    const credited = before ? Math.floor(paid / 3) : 0
    const cents = paid - credited
    return {
      document: {
        kind,
        amount_cents: kind === 'reversal' ? -cents : cents,
        tax_rate: 19_000,
        tax_cents: Math.floor((cents * share) / 100),
      },
      lines: credited > 0 ? [...lines, { text: 'Credited before', quantity: 1, cents: -credited }] : lines,
      cents,
    }
  })

test('the lines of any document come to its sums: gross, tax and net', () => {
  fc.assert(
    fc.property(document, ({ document, lines, cents }) => {
      const found = booksLines(document, lines, undefined)
      const sum = (of: (line: (typeof found)[number]) => number) =>
        found.reduce((all, each) => all + of(each), 0)
      expect(sum(({ grossCents }) => grossCents)).toBe(signOf(document) * cents || 0)
      expect(sum(({ taxCents }) => taxCents)).toBe(signOf(document) * document.tax_cents || 0)
    }),
  )
})

test('delivery that is not taxed has no share of the tax', () => {
  const lines = [
    { text: 'Pads', quantity: 1, cents: 1190 },
    { text: 'Delivery', quantity: 1, cents: 500, isDelivery: true as const },
  ]
  const taxes = [
    { name: 'VAT', rate: 19_000, taxCents: 190 },
    { name: 'VAT', rate: 0, taxCents: 0 },
  ]
  const document = { kind: 'receipt' as const, amount_cents: 1690, tax_rate: 19_000, tax_cents: 190 }
  expect(booksLines(document, lines, taxes).map(({ taxCents, taxRate }) => [taxCents, taxRate])).toEqual([
    [190, 19_000],
    [0, 0],
  ])
})
