import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizes } from '~/shop/orders/rules.ts'
import { seed } from '~/test/random.ts'
import type { CartLine } from './rules.ts'
import { isSameLine, mergeCarts, withLine } from './rules.ts'

const line = fc.record({
  productId: fc.constantFrom('tyre', 'disc', 'oil'),
  size: fc.constantFrom(...sizes),
  quantity: fc.integer({ min: 1, max: 9 }),
})
const cart = fc.uniqueArray(line, { comparator: isSameLine, maxLength: 8 })
const quantities = (lines: CartLine[]) =>
  Object.fromEntries(lines.map(({ productId, size, quantity }) => [`${productId} ${size}`, quantity]))

test('merging carts takes the larger quantity, in any order and however often', () => {
  fc.assert(
    fc.property(cart, cart, (a, b) => {
      const merged = quantities(mergeCarts(a, b))
      expect(quantities(mergeCarts(b, a))).toEqual(merged)
      expect(quantities(mergeCarts(mergeCarts(a, b), b))).toEqual(merged)
      for (const { productId, size, quantity } of [...a, ...b])
        expect(merged[`${productId} ${size}`]).toBeGreaterThanOrEqual(quantity)
    }),
    { seed },
  )
})

test('a line is changed where it stands, and removed with a quantity of 0', () => {
  const lines = [
    { productId: 'tyre', size: 'M', quantity: 1 },
    { productId: 'disc', size: 'M', quantity: 2 },
  ] as const
  const changed = withLine([...lines], { ...lines[0], quantity: 5 })
  expect(changed.map(({ quantity }) => quantity)).toEqual([5, 2])
  expect(withLine(changed, { ...lines[0], quantity: 0 })).toEqual([lines[1]])
})
