import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ TRUST_PROXY: 'on' })
})

let people = 0
async function somebody() {
  const n = ++people
  const person = await signedIn(shop, { email: `racer-${n}@example.com` })
  return { ...person, headers: { ...person.headers, 'x-forwarded-for': `203.0.113.${n}` } }
}
type Person = Awaited<ReturnType<typeof somebody>>

async function aBuyer(productId: string) {
  const buyer = await somebody()
  await paidOrder(shop, buyer, { productId, quantity: 1, price: 25 })
  return buyer
}
const times = (count: number) => Array.from({ length: count }, (_, n) => n)
const write = (by: Person, productId: string, rating: number) =>
  shop.post('/api/review', { reviewText: 'Round', rating, productId }, by.headers)
const vote = (by: Person, id: string, helpful = true) =>
  shop.send(`/api/review/${id}/helpful`, { method: 'PUT', body: { helpful }, headers: by.headers })

test('of reviews of one person and part at once one is written, and the sums are those of the rows', async () => {
  const part = await aProduct(shop, { availableQty: 50 })
  const buyers = await Promise.all(times(4).map(() => aBuyer(part.id)))
  const answers = await Promise.all(
    buyers.flatMap((buyer, n) => times(4).map(() => write(buyer, part.id, n + 1))),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
  expect(statuses.filter((status) => status === 409)).toHaveLength(12)
  const { rating } = (await shop.get(`/api/service/${part.id}/reviews`)).json()
  expect(rating).toEqual({ count: 4, average: 2.5, stars: [1, 1, 1, 1, 0], hidden: 0 })
})

test('votes, edits and deletions at once leave each vote counted once, and orders of the part go on', async () => {
  const part = await aProduct(shop, { availableQty: 50 })
  const author = await aBuyer(part.id)
  const id = (await write(author, part.id, 5)).json().insertedId as string
  const readers = await Promise.all(times(5).map(somebody))
  const [own, ...others] = await Promise.all([
    vote(author, id),
    ...readers.flatMap((reader) => times(3).map(() => vote(reader, id))),
    ...times(3).map((n) =>
      shop.send(`/api/review/${id}`, {
        method: 'PUT',
        body: { reviewText: `Round ${n}`, rating: n + 1 },
        headers: author.headers,
      }),
    ),
    ...times(3).map(() => aBuyer(part.id).then(() => ({ status: 200 }))),
  ])
  expect(own!.status).toBe(403)
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  const { rating, reviews } = (await shop.get(`/api/service/${part.id}/reviews`)).json()
  expect(reviews).toMatchObject([{ helpful: 5 }])
  expect([rating.count, rating.average]).toEqual([1, reviews[0].rating])
  const taken = await Promise.all(readers.flatMap((reader) => times(2).map(() => vote(reader, id, false))))
  expect(taken.map(({ status }) => status)).toEqual(taken.map(() => 200))
  expect((await shop.get(`/api/service/${part.id}/reviews`)).json().reviews[0].helpful).toBe(0)
  const gone = await Promise.all(
    times(2).map(() => shop.send(`/api/review/${id}`, { method: 'DELETE', headers: author.headers })),
  )
  expect(gone.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await shop.get(`/api/service/${part.id}/reviews`)).json().rating.count).toBe(0)
})
