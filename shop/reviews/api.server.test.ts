import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import type { Review } from './contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const dates = (reviews: Review[]) => reviews.map(({ reviewDate }) => reviewDate)

test('reviews come newest first', async () => {
  const reviews: Review[] = (await shop.get('/api/reviews')).json()
  expect(reviews.length).toBeGreaterThan(2)
  expect(dates(reviews)).toEqual(dates(reviews).toSorted().reverse())
})

test('reviews come in pages that together hold each once', async () => {
  const everything: Review[] = (await shop.get('/api/reviews')).json()
  const first = await shop.get('/api/reviews?page=1&limit=2')
  const second = await shop.get('/api/reviews?page=2&limit=2')
  expect(first.headers['x-total-count']).toBe(String(everything.length))
  expect([...first.json(), ...second.json()]).toEqual(everything.slice(0, 4))
})

test('the text of a review is never taken for markup', async () => {
  await shop.database.change(['reviews'], (tx) =>
    tx
      .insertInto('reviews')
      .values({
        id: 'hostile',
        review_text: '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
        rating: 1,
        review_date: '2099-01-01T00:00:00.000Z',
        author_id: null,
        author_name: '<b>Eve</b>',
        author_photo: null,
      })
      .execute(),
  )
  const { text } = await shop.get('/')
  expect(text).toContain('Eve')
  expect(text).not.toContain('<script>alert')
  expect(text).not.toContain('<img src=x')
  expect(text).not.toContain('<b>Eve')
})
