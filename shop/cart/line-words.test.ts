import { expect, test } from 'vitest'
import { problemsOf, sumsOf, wordsOf } from './line-words.ts'

const aLine = (quantity: number, { availableQty = 10, orderQty = 1, price = 10 } = {}) => ({
  productId: `part-${availableQty}-${orderQty}`,
  size: 'M' as const,
  quantity,
  product: {
    productName: 'Tyre',
    image: '',
    price,
    unit: '',
    availableQty,
    orderQty,
    grams: null,
    ships: 'parcel' as const,
  },
})

test.each([
  [aLine(4, { availableQty: 3 }), 'Only 3 left.'],
  [aLine(1, { orderQty: 4 }), 'The minimum is 4.'],
  [aLine(1, { availableQty: 0 }), 'Out of stock.'],
  [aLine(4, { availableQty: 2, orderQty: 4 }), 'Only 2 left, the minimum is 4.'],
  [
    { productId: 'gone', size: 'M' as const, quantity: 1 },
    'This part is no longer sold. Remove it to order the others.',
  ],
  [aLine(1), undefined],
])('a line that cannot be had says why', (line, words) => {
  expect(problemsOf([line]).map(wordsOf)[0]).toBe(words)
})

test('the cart comes to its parts and their delivery, which is free above $100', () => {
  const cart = { lines: [aLine(1, { price: 68.9 })], deliveryFee: 4.9 }
  expect(sumsOf(cart)).toEqual({ goods: 6890, delivery: 490, total: 7380 })
  expect(sumsOf({ ...cart, lines: [aLine(1, { price: 100.01 })] }).delivery).toBe(0)
  expect(sumsOf({ lines: [], deliveryFee: 4.9 }).total).toBe(0)
})
