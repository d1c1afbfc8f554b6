import { expect, test } from 'vitest'
import { groupByCar, problemsOf, sumsOf, wordsOf } from './line-words.ts'

const aLine = (quantity: number, { availableQty = 10, orderQty = 1, price = 10 } = {}) => ({
  productId: `part-${availableQty}-${orderQty}`,
  size: 'M' as const,
  quantity,
  product: {
    productName: 'Tyre',
    image: '',
    price,
    deposit: 0,
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
  const cart = { lines: [aLine(1, { price: 68.9 })], saved: [aLine(9)], deliveryFee: 4.9 }
  expect(sumsOf(cart)).toEqual({ goods: 6890, deposit: 0, delivery: 490, total: 7380 })
  expect(sumsOf({ ...cart, lines: [aLine(1, { price: 100.01 })] }).delivery).toBe(0)
  expect(sumsOf({ lines: [], saved: [], deliveryFee: 4.9 }).total).toBe(0)
})

test('what is saved for later is grouped by car, the one that is driven first', () => {
  const fitting = (car: string) => ({ car, verdict: 'fits', words: 'Fits', reason: '' }) as const
  const forCar = (vehicleId: string, more: object = {}) => ({
    ...aLine(1),
    car: { vehicleId, facts: '' },
    ...more,
  })
  const gone = { productId: 'gone', size: 'M' as const, quantity: 1 }
  const groups = groupByCar(
    [
      aLine(1),
      forCar('golf', { fit: fitting('VW Golf') }),
      forCar('none'),
      forCar('polo', { fit: fitting('VW Polo') }),
      { ...gone, car: { vehicleId: 'golf', facts: '' } },
      { ...gone, car: { vehicleId: 'sold', facts: '' } },
    ],
    'polo',
  )
  expect(groups.map(({ title, lines }) => [title, lines.length])).toEqual([
    ['For VW Polo', 1],
    ['For VW Golf', 2],
    ['For a car that is no longer on our list', 1],
    ['For your car', 1],
    ['For no car in particular', 1],
  ])
})
