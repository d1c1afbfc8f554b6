import { expect, test } from 'vitest'
import { pickList } from './slips.ts'

const line = (productName: string, shelf: string, quantity: number, size = 'M' as const) => ({
  orderId: `${productName} ${quantity}`,
  productId: productName,
  productName,
  image: '',
  size,
  shelf,
  quantity,
})

test('a pick list goes along the shelves, A2 before A10, sums a part of several parcels, and ends with what lies nobody knows where', () => {
  const slips = [
    { lines: [line('Disc', 'A10', 2), line('Oil', '', 1), line('Belt', 'b1', 1)] },
    { lines: [line('Pads', 'A2', 1), line('Disc', 'A10', 3), line('Wheel', 'A10-2', 1)] },
  ]
  const walk = pickList(slips).map(
    ({ shelf, quantity, productName }) => `${shelf}: ${quantity} ${productName}`,
  )
  expect(walk).toEqual(['A2: 1 Pads', 'A10: 5 Disc', 'A10-2: 1 Wheel', 'b1: 1 Belt', ': 1 Oil'])
})

test('two sizes of a part are two lines', () => {
  const slips = [{ lines: [line('Glove', 'C', 1), { ...line('Glove', 'C', 2), size: 'XL' as const }] }]
  expect(pickList(slips).map(({ size, quantity }) => [size, quantity])).toEqual([
    ['M', 1],
    ['XL', 2],
  ])
})
