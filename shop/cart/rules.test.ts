import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizes } from '~/shop/orders/rules.ts'
import { seed } from '~/test/random.ts'
import type { CartLine, CartLists } from './rules.ts'
import { isSameLine, listNames, mergeCarts, withLine } from './rules.ts'

const line = fc.record({
  productId: fc.constantFrom('tyre', 'disc', 'oil'),
  size: fc.constantFrom(...sizes),
  quantity: fc.integer({ min: 1, max: 9 }),
  car: fc.option(fc.constant({ vehicleId: 'golf', facts: '' }), { nil: undefined }),
})
const list = fc.uniqueArray(line, { comparator: isSameLine, maxLength: 8 })
const cart = fc.record({ lines: list, saved: list })
const byKey = (lines: CartLine[]) =>
  Object.fromEntries(lines.map(({ productId, size, ...line }) => [`${productId} ${size}`, line]))
const listsByKey = ({ lines, saved }: CartLists) => ({ lines: byKey(lines), saved: byKey(saved) })

test('merging carts takes the larger quantity and a car if there is one, in any order and however often', () => {
  fc.assert(
    fc.property(cart, cart, (a, b) => {
      const merged = listsByKey(mergeCarts(a, b))
      expect(listsByKey(mergeCarts(b, a))).toEqual(merged)
      expect(listsByKey(mergeCarts(mergeCarts(a, b), b))).toEqual(merged)
      for (const list of listNames)
        for (const { productId, size, quantity, car } of [...a[list], ...b[list]]) {
          const key = `${productId} ${size}`
          const line = merged[list][key]
          // What is to be ordered in one cart is not saved for later by the other.
          if (!line) expect([list, key in merged.lines]).toEqual(['saved', true])
          else {
            expect(line.quantity).toBeGreaterThanOrEqual(quantity)
            expect(line.car ?? car).toBe(line.car)
          }
        }
      for (const key in merged.lines) expect(merged.saved).not.toHaveProperty([key])
    }),
    { seed },
  )
})

test('a line is changed where it stands, moved to the end of the other list, and removed with a quantity of 0', () => {
  const tyre: CartLine = { productId: 'tyre', size: 'M', quantity: 1 }
  const disc: CartLine = { productId: 'disc', size: 'M', quantity: 2 }
  const oil: CartLine = { productId: 'oil', size: 'M', quantity: 3 }
  const cart = { lines: [tyre, disc], saved: [oil] }
  const changed = { ...tyre, quantity: 5 }
  expect(withLine(cart, changed, 'lines')).toEqual({ lines: [changed, disc], saved: [oil] })
  expect(withLine(cart, tyre, 'saved')).toEqual({ lines: [disc], saved: [oil, tyre] })
  expect(withLine(cart, oil, 'lines')).toEqual({ lines: [tyre, disc, oil], saved: [] })
  expect(withLine(cart, { ...tyre, quantity: 0 }, 'lines')).toEqual({ lines: [disc], saved: [oil] })
  // Removed from the cart in one tab after another saved it for later: it stays saved.
  expect(withLine(cart, { ...oil, quantity: 0 }, 'lines')).toEqual(cart)
})
