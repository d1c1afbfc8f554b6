import { expect, test } from 'vitest'
import { urls } from '~/shop/urls.ts'
import { letterhead } from './letterhead.server.ts'

const { labelOf } = letterhead({ publicUrl: 'https://shop.example' })

test.each([
  [urls.myOrders(), 'See my orders'],
  [urls.receipt('o1'), 'See my receipt'],
  [urls.purchase('o1'), 'See my delivery'],
  [urls.product('p1'), 'See the part'],
  [urls.parcels(), 'See what is to pack'],
  [urls.returns(), 'See the returns'],
  [urls.allOrders(), 'See all orders'],
  [urls.manageProducts(), 'See the stock'],
])('the button of a mail that leads to %s says: %s', (path, label) => {
  expect(labelOf(path)).toBe(label)
})
