import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, engine } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let boss: Person
beforeAll(async () => {
  shop = await aShop({ TRUST_PROXY: 'on' })
  boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
})

type Person = Awaited<ReturnType<typeof signedIn>>
let people = 0
/** From a network of its own each, because each network has limits of its own. */
async function somebody(name = 'Ada Lovelace') {
  const n = ++people
  const person = await signedIn(shop, { email: `reader-${n}@example.com`, name })
  return { ...person, headers: { ...person.headers, 'x-forwarded-for': `192.0.2.${n}` } }
}

async function aBuyer(productId: string, name?: string) {
  const buyer = await somebody(name)
  const order = await paidOrder(shop, buyer, { productId, quantity: 1, price: 25 })
  return { ...buyer, ...order }
}
const write = (by: Person, body: object) => shop.post('/api/review', { rating: 5, ...body }, by.headers)
const reviewsOf = async (productId: string, query = '') =>
  (await shop.get(`/api/service/${productId}/reviews${query}`)).json()

describe('a review of a part', () => {
  test('is by somebody who bought it, and stands on its page and its card', async () => {
    const tyre = await aProduct(shop)
    const ada = await aBuyer(tyre.id)
    expect(await reviewsOf(tyre.id)).toEqual({
      rating: { count: 0, average: null, stars: [0, 0, 0, 0, 0], hidden: 0 },
      reviews: [],
    })
    expect((await shop.get(`/api/service/${tyre.id}`)).json()).not.toHaveProperty('rating')
    const answer = await write(ada, { reviewText: 'Fits </script> well', rating: 4, productId: tyre.id })
    expect(answer.status).toBe(200)
    const { rating, reviews } = await reviewsOf(tyre.id)
    expect(rating).toEqual({ count: 1, average: 4, stars: [0, 0, 0, 1, 0], hidden: 0 })
    expect(reviews).toMatchObject([
      { reviewText: 'Fits </script> well', rating: 4, helpful: 0, author: { name: 'Ada Lovelace' } },
    ])
    expect((await shop.get(`/api/service/${tyre.id}`)).json().rating).toEqual({ average: 4, count: 1 })
    const [listed] = (await shop.get(`/api/services?q=${tyre.id}`)).json()
    expect(listed.rating).toEqual({ average: 4, count: 1 })
    // It is not about the shop.
    expect((await shop.get('/api/reviews')).text).not.toContain('Fits </script> well')
  })

  test('is refused to who has not bought it, has not paid, or gave it back before it left', async () => {
    const tyre = await aProduct(shop)
    const ada = await somebody()
    const refused = async () => {
      const answer = await write(ada, { reviewText: 'Good', productId: tyre.id })
      return [answer.status, answer.json().reason]
    }
    expect(await refused()).toEqual([403, 'not_bought'])
    await shop.post('/api/orders', { productId: tyre.id, quantity: 1, price: 25, size: 'M' }, ada.headers)
    expect(await refused()).toEqual([403, 'not_bought'])
    const refunded = await paidOrder(shop, ada, { productId: tyre.id, quantity: 1, price: 25 })
    await shop.db
      .updateTable('orders')
      .set({ state: 'refunded', refunded_quantity: 1, delivery_state: null })
      .where('id', '=', refunded.orderId)
      .execute()
    expect(await refused()).toEqual([403, 'not_bought'])
    // Who had it in their hands knows it, whatever became of it.
    await shop.db
      .updateTable('orders')
      .set({ delivery_state: 'delivered' })
      .where('id', '=', refunded.orderId)
      .execute()
    expect((await write(ada, { reviewText: 'Good', productId: tyre.id })).status).toBe(200)
    expect((await write(ada, { reviewText: 'Good', productId: 'no-such-part' })).status).toBe(404)
  })

  test('is one of a person and part; another one is an edit of the first', async () => {
    const tyre = await aProduct(shop)
    const ada = await aBuyer(tyre.id)
    const first = await write(ada, { reviewText: 'Good', productId: tyre.id })
    const second = await write(ada, { reviewText: 'Better', productId: tyre.id })
    expect([second.status, second.json().reason]).toEqual([409, 'reviewed_already'])
    const id = first.json().insertedId
    const path = `/api/review/${id}`
    const edit = { reviewText: 'Better', rating: 2 }
    const eve = await somebody()
    for (const stranger of [eve, boss])
      expect((await shop.send(path, { method: 'PUT', body: edit, headers: stranger.headers })).status).toBe(
        403,
      )
    expect((await shop.send(path, { method: 'PUT', body: edit, headers: ada.headers })).status).toBe(200)
    const edited = await reviewsOf(tyre.id)
    expect(edited.rating).toMatchObject({ count: 1, average: 2 })
    expect(edited.reviews).toMatchObject([{ reviewText: 'Better', editedAt: expect.any(String) }])
    expect((await shop.send(path, { method: 'DELETE', headers: eve.headers })).status).toBe(403)
    expect((await shop.send(path, { method: 'DELETE', headers: ada.headers })).json()).toEqual({
      deletedCount: 1,
    })
    expect(await reviewsOf(tyre.id)).toMatchObject({ rating: { count: 0, average: null }, reviews: [] })
    expect((await write(ada, { reviewText: 'Again', productId: tyre.id })).status).toBe(200)
  })

  test('says the car that it was ordered for only where its author wants that, and holds no VIN', async () => {
    const tyre = await aProduct(shop)
    const ada = await aBuyer(tyre.id)
    const fit = JSON.stringify({ car: 'Volkswagen Golf 5', verdict: 'fits', words: '', reason: '' })
    await shop.db.updateTable('orders').set({ fit }).where('id', '=', ada.orderId).execute()
    const vin = await write(ada, { reviewText: 'On WVWZZZ1KZ6W123456 it fits', productId: tyre.id })
    expect([vin.status, vin.json().message]).toEqual([
      422,
      'This will be public: leave out the VIN, and choose your car instead.',
    ])
    const { insertedId } = (await write(ada, { reviewText: 'Fits', productId: tyre.id })).json()
    expect((await reviewsOf(tyre.id)).reviews[0]).not.toHaveProperty('car')
    const body = { reviewText: 'Fits', rating: 5, withCar: true }
    await shop.send(`/api/review/${insertedId}`, { method: 'PUT', body, headers: ada.headers })
    expect((await reviewsOf(tyre.id)).reviews[0].car).toBe('Volkswagen Golf 5')
    const own = (await shop.get('/api/my-reviews', ada.headers)).json()
    expect(own).toMatchObject([{ _id: insertedId, productName: tyre.name, car: 'Volkswagen Golf 5' }])
  })

  test('can be written for what was bought and not reviewed yet', async () => {
    const [tyre, wheel] = [await aProduct(shop), await aProduct(shop)]
    const ada = await aBuyer(tyre.id)
    await paidOrder(shop, ada, { productId: wheel.id, quantity: 1, price: 25 })
    const open = async () =>
      (await shop.get('/api/my-parts-to-review', ada.headers))
        .json()
        .map(({ productId }: { productId: string }) => productId)
        .sort()
    expect(await open()).toEqual([tyre.id, wheel.id].sort())
    await write(ada, { reviewText: 'Good', productId: tyre.id })
    expect(await open()).toEqual([wheel.id])
    expect((await shop.get(`/api/service/${tyre.id}/my-review`, ada.headers)).json()).toMatchObject({
      mayReview: false,
    })
    expect((await shop.get(`/api/service/${wheel.id}/my-review`, ada.headers)).json()).toEqual({
      mayReview: true,
      helpful: [],
    })
  })

  test('goes with its part, and the order stays', async () => {
    const tyre = await aProduct(shop)
    const ada = await aBuyer(tyre.id)
    await write(ada, { reviewText: 'Gone soon', productId: tyre.id })
    await shop.send(`/api/services/${tyre.id}`, { method: 'DELETE', headers: boss.headers })
    expect((await shop.get('/api/my-reviews', ada.headers)).json()).toEqual([])
    expect(
      await shop.db.selectFrom('part_ratings').where('product_id', '=', tyre.id).selectAll().execute(),
    ).toEqual([])
  })
})

describe('helpful', () => {
  test('is said once by a person, by nobody about their own review, and sorts', async () => {
    const tyre = await aProduct(shop)
    const [ada, bob] = [await aBuyer(tyre.id), await aBuyer(tyre.id, 'Bob')]
    const id = (await write(ada, { reviewText: 'The first', productId: tyre.id })).json().insertedId
    await write(bob, { reviewText: 'The second', productId: tyre.id, rating: 1 })
    const vote = (by: Person, helpful: boolean) =>
      shop.send(`/api/review/${id}/helpful`, { method: 'PUT', body: { helpful }, headers: by.headers })
    const own = await vote(ada, true)
    expect([own.status, own.json().reason]).toEqual([403, 'your_own_review'])
    expect((await vote(bob, true)).json()).toEqual({ helpful: 1 })
    expect((await vote(bob, true)).json()).toEqual({ helpful: 1 })
    const texts = async (query: string) =>
      (await reviewsOf(tyre.id, query)).reviews.map(({ reviewText }: { reviewText: string }) => reviewText)
    expect(await texts('?sort=helpful')).toEqual(['The first', 'The second'])
    expect(await texts('?limit=1&page=2&sort=helpful')).toEqual(['The second'])
    const mine = (await shop.get(`/api/service/${tyre.id}/my-review`, bob.headers)).json()
    expect(mine.helpful).toEqual([id])
    expect((await vote(bob, false)).json()).toEqual({ helpful: 0 })
    expect((await vote(bob, false)).json()).toEqual({ helpful: 0 })
  })

  test('and a report change no page, also on another server', async () => {
    const tyre = await aProduct(shop)
    const [ada, bob] = [await aBuyer(tyre.id), await somebody('Bob')]
    const id = (await write(ada, { reviewText: 'Good', productId: tyre.id })).json().insertedId
    const changed: string[] = []
    shop.database.onChange((topics) => changed.push(...topics))
    const written = () =>
      shop.db
        .selectFrom('part_ratings')
        .selectAll()
        .where('product_id', '=', tyre.id)
        .executeTakeFirstOrThrow()
    const before = await written()
    const vote = { method: 'PUT', body: { helpful: true }, headers: bob.headers }
    expect((await shop.send(`/api/review/${id}/helpful`, vote)).status).toBe(200)
    const report = () => shop.post(`/api/review/${id}/report`, { reason: 'abuse' }, bob.headers)
    expect((await report()).status).toBe(200)
    expect((await report()).status).toBe(200)
    // PostgreSQL also tells, late, what was written before.
    if (engine === 'sqlite') expect(changed).toEqual([])
    expect(await written()).toEqual(before)
    const { reports } = await shop.db
      .selectFrom('reviews')
      .select('reports')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(reports).toBe(1)
  })

  test('is not all that one may say: five reports a day, none about the own review', async () => {
    const tyre = await aProduct(shop)
    const ids: string[] = []
    let author: Person | undefined
    for (let n = 0; n < 6; n += 1) {
      author = await aBuyer(tyre.id)
      ids.push((await write(author, { reviewText: 'Good', productId: tyre.id })).json().insertedId)
    }
    const eve = await somebody('Eve')
    const report = async (id: string, by: Person) =>
      (await shop.post(`/api/review/${id}/report`, { reason: 'false' }, by.headers)).status
    expect(await report(ids[5]!, author!)).toBe(403)
    const answers = []
    for (const id of ids) answers.push(await report(id, eve))
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('what is shown of all reviews of a part', () => {
  test('is one row, whatever becomes of a review, by whichever hand', async () => {
    const [tyre, wheel] = [await aProduct(shop), await aProduct(shop)]
    const row = { review_text: 'x', review_date: '2026-01-01', author_name: 'x' }
    const rows = [1, 2, 5, 5].map((rating, n) => ({
      ...row,
      id: `${tyre.id}-${n}`,
      rating,
      product_id: tyre.id,
    }))
    await shop.db
      .insertInto('reviews')
      .values([...rows, { ...row, id: `${wheel.id}-0`, rating: 3, product_id: wheel.id }])
      .execute()
    const ratings = async (id: string) => (await reviewsOf(id, '?sort=helpful')).rating
    expect(await ratings(tyre.id)).toEqual({ count: 4, average: 3.3, stars: [1, 1, 0, 0, 2], hidden: 0 })
    expect(await ratings(wheel.id)).toMatchObject({ count: 1, average: 3 })
    await shop.db
      .updateTable('reviews')
      .set({ rating: 4 })
      .where('id', 'in', [`${tyre.id}-0`, `${wheel.id}-0`])
      .execute()
    await shop.db
      .updateTable('reviews')
      .set({ hidden_at: '2026-01-02', hidden_reason: 'abuse' })
      .where('id', '=', `${tyre.id}-1`)
      .execute()
    expect(await ratings(tyre.id)).toEqual({ count: 3, average: 4.7, stars: [0, 0, 0, 1, 2], hidden: 1 })
    expect(await ratings(wheel.id)).toMatchObject({ average: 4 })
    await shop.db.deleteFrom('reviews').where('product_id', 'in', [tyre.id, wheel.id]).execute()
    for (const { id } of [tyre, wheel])
      expect(await ratings(id)).toEqual({ count: 0, average: null, stars: [0, 0, 0, 0, 0], hidden: 0 })
  })
})
