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
  car: fc.option(fc.constant({ vehicleId: 'golf', facts: '' }), { nil: undefined }),
})
const cart = fc.uniqueArray(line, { comparator: isSameLine, maxLength: 8 })
const byKey = (lines: CartLine[]) =>
  Object.fromEntries(lines.map(({ productId, size, ...line }) => [`${productId} ${size}`, line]))

test('merging carts takes the larger quantity and a car if there is one, in any order and however often', () => {
  fc.assert(
    fc.property(cart, cart, (a, b) => {
      const merged = byKey(mergeCarts(a, b))
      expect(byKey(mergeCarts(b, a))).toEqual(merged)
      expect(byKey(mergeCarts(mergeCarts(a, b), b))).toEqual(merged)
      for (const { productId, size, quantity, car } of [...a, ...b]) {
        const line = merged[`${productId} ${size}`]!
        expect(line.quantity).toBeGreaterThanOrEqual(quantity)
        expect(line.car ?? car).toBe(line.car)
      }
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
