import { expect, test } from 'vitest'
import { linesAgain, shortageWords } from './again.ts'

const ordered = (productId: string, quantity: number, size: 'M' | 'L' = 'M') => ({
  productId,
  productName: productId,
  size,
  quantity,
})
const shelf = (availableQty: number, orderQty = 1) => ({ price: 12, availableQty, orderQty })

test('what is there is had again at today’s price', () => {
  expect(linesAgain([ordered('tyre', 2)], () => shelf(5))).toEqual({
    lines: [{ productId: 'tyre', size: 'M', quantity: 2, price: 12 }],
    shortages: [],
  })
})

test('what is gone, out or too few is said in words', () => {
  const stock = { few: shelf(3), out: shelf(0), minimum: shelf(3, 4) } as Record<
    string,
    ReturnType<typeof shelf>
  >
  const wanted = ['few', 'out', 'gone', 'minimum'].map((id) => ordered(id, 5))
  const { lines, shortages } = linesAgain(wanted, (id) => stock[id])
  expect(lines).toMatchObject([{ productId: 'few', quantity: 3 }])
  expect(shortages.map(shortageWords)).toEqual([
    'Only 3 of 5 are left of few.',
    'out is out of stock.',
    'gone is no longer sold.',
    'minimum is out of stock.',
  ])
})

test('sizes of one part share what is left, and a larger minimum is taken', () => {
  const { lines } = linesAgain([ordered('tyre', 2), ordered('tyre', 2, 'L')], () => shelf(3))
  expect(lines.map(({ size, quantity }) => [size, quantity])).toEqual([
    ['M', 2],
    ['L', 1],
  ])
  expect(linesAgain([ordered('bolt', 1)], () => shelf(9, 4)).lines).toMatchObject([{ quantity: 4 }])
})
