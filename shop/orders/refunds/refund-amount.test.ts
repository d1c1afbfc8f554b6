import { expect, test } from 'vitest'
import type { Order, Purchase } from '../contract.ts'
import { refundAmount } from './RefundDialog.tsx'

type Line = { price: number; quantity: number; refunded?: number }

/** Of these lines and $4.90 for delivery, of which so much can still be refunded. */
function purchase(lines: Line[], refundable: number, delivery = 4.9) {
  const orders = lines.map(({ price, quantity, refunded = 0 }, n) => ({
    _id: String(n),
    price,
    quantity,
    refunded: refunded === quantity,
    refundable: (price * (quantity - refunded)) / quantity,
    refund: { state: 'succeeded', returned: 0, quantity: refunded },
  }))
  return { orders: orders as Order[], delivery, refundable } as Purchase
}
const amountOf = (of: Purchase, line: number, quantity: number) => {
  const { amount, delivery } = refundAmount(of, of.orders[line]!, quantity)
  return [amount, delivery]
}

test('some pieces go back at their price, the last ones with the delivery', () => {
  const two = [
    { price: 10, quantity: 3 },
    { price: 20, quantity: 1 },
  ]
  expect(amountOf(purchase(two, 34.9), 0, 1)).toEqual([3.33, 'later'])
  expect(amountOf(purchase(two, 34.9), 0, 3)).toEqual([10, 'later'])
  expect(amountOf(purchase([{ ...two[0]!, refunded: 3 }, two[1]!], 24.9), 1, 1)).toEqual([24.9, 'included'])
  expect(amountOf(purchase([two[1]!], 20, 0), 0, 1)).toEqual([20, 'none'])
})

test('what was refunded by hand does not go back again', () => {
  const two = [
    { price: 10, quantity: 1 },
    { price: 20, quantity: 1 },
  ]
  expect(amountOf(purchase(two, 4.9), 0, 1)).toEqual([4.9, 'left'])
  expect(amountOf(purchase([two[0]!], 9.9), 0, 1)).toEqual([9.9, 'left'])
})

test('when every piece is refunded, what is left is the delivery or a part of it', () => {
  const one = [{ price: 10, quantity: 1, refunded: 1 }]
  expect(amountOf(purchase(one, 4.9), 0, 0)).toEqual([4.9, 'included'])
  expect(amountOf(purchase(one, 2.9), 0, 0)).toEqual([2.9, 'left'])
})

test('a part that a code made free, whose deposit has gone back, keeps no other from being the last', () => {
  const both = purchase(
    [
      { price: 10, quantity: 1 },
      { price: 20, quantity: 1 },
    ],
    24.9,
  )
  Object.assign(both.orders[0]!, { refundable: 0 })
  expect(amountOf(both, 1, 1)).toEqual([24.9, 'included'])
})
