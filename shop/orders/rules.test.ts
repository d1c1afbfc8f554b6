import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '~/test/random.ts'
import { centsOfPieces, quantityProblem, quantityToPropose, shownTransactionId, totalPrice } from './rules.ts'

const shelf = { availableQty: 10, orderQty: 2 }

test.each([
  ['', 'Quantity is required'],
  ['  ', 'Quantity is required'],
  ['0', 'Quantity must be a real number'],
  ['05', 'Quantity must be a real number'],
  ['-3', 'Quantity must be a real number'],
  ['2.5', 'Quantity must be a real number'],
  ['1e3', 'Quantity must be a real number'],
  ['three', 'Quantity must be a real number'],
  ['12345678901', 'Quantity must be a real number'],
  ['1', 'Quantity must be at least 2'],
  ['11', 'Quantity must be less than or equal to available quantity'],
  ['9999999999', 'Quantity must be less than or equal to available quantity'],
  ['2', undefined],
  ['10', undefined],
])('a quantity of "%s" is answered with: %s', (typed, problem) => {
  expect(quantityProblem(typed, shelf)).toBe(problem)
})

test.each([
  [undefined, 2],
  [1, 2],
  [4, 4],
  [11, 2],
])('a car that needs %s pieces is proposed %s, between the minimum and what there is', (needed, proposed) => {
  expect(quantityToPropose(shelf, needed)).toBe(proposed)
})

test('a total is exact to the cent', () => {
  expect(totalPrice(0.1, 3)).toBe(0.3)
  expect(totalPrice(68.9, 7)).toBe(482.3)
})

test('a transaction id is shown without its first three characters', () => {
  expect(shownTransactionId('pi_3Abc')).toBe('3Abc')
})

test('pieces are refunded to the cent, whatever they are divided into and whatever bounces', () => {
  const orders = fc.record({ cents: fc.nat({ max: 99_999 }), quantity: fc.integer({ min: 1, max: 50 }) })
  const refunds = fc.array(fc.record({ pieces: fc.integer({ min: 1, max: 9 }), bounces: fc.boolean() }))
  fc.assert(
    fc.property(orders, refunds, (order, tried) => {
      const left = { ...order }
      for (const { pieces, bounces } of [...tried, { pieces: 50, bounces: false }]) {
        const quantity = Math.min(pieces, left.quantity)
        const cents = centsOfPieces(left, quantity)
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(cents).toBeLessThanOrEqual(left.cents)
        if (bounces) continue
        left.cents -= cents
        left.quantity -= quantity
      }
      expect(left).toEqual({ cents: 0, quantity: 0 })
    }),
    { seed },
  )
})
