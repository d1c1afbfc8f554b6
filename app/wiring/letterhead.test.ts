import { expect, test } from 'vitest'
import { eachField } from '~/shop/business/fields.ts'
import { urls } from '~/shop/urls.ts'
import { letterhead } from './letterhead.server.ts'

const head = letterhead(
  { publicUrl: 'https://shop.example' },
  eachField((_section, _name, { first }) => first),
)

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
  expect(head.labelOf(path)).toBe(label)
})

test.each([
  ['/products/disc-1200.webp', 'https://shop.example/products/disc-320.webp'],
  ['https://pictures.example/disc.jpg', 'https://pictures.example/disc.jpg'],
  ['//evil.example/x.png', undefined],
  ['javascript:alert(1)', undefined],
])('a mail shows the picture %s from %s', (address, shown) => {
  expect(head.pictureOf(address)).toBe(shown)
})
