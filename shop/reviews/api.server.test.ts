import { beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '~/platform/time.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let ada: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', TRUST_PROXY: 'on' })
  ada = await signedIn(shop, { email: 'ada@example.com', name: 'Ada Lovelace' })
})

const review = (body: object) => shop.post('/api/review', body, ada.headers)

test('a review carries the name and the time that the server knows, and is shown at once', async () => {
  expect((await shop.get('/api/reviews/summary')).json()).toEqual({ count: 0, average: null })
  const sent = {
    reviewText: '  Fits <b>well</b> 🚗  ',
    rating: 4,
    reviewDate: '1999-01-01',
    author: { name: 'The Queen', uid: 'x', photo: 'https://evil.example/p.png' },
  }
  const answer = await review(sent)
  expect([answer.status, typeof answer.json().insertedId]).toEqual([200, 'string'])
  const [shown] = (await shop.get('/api/reviews')).json()
  expect(shown).toMatchObject({ reviewText: 'Fits <b>well</b> 🚗', rating: 4 })
  expect(shown.author).toEqual({ name: 'Ada Lovelace', uid: ada.userId, photo: null })
  expect(Date.now() - Date.parse(shown.reviewDate)).toBeLessThan(minutes(1))
  await review({ reviewText: 'Too late', rating: 1 })
  await review({ reviewText: '🚗'.repeat(250), rating: 5 })
  expect((await shop.get('/api/reviews/summary')).json()).toEqual({ count: 3, average: 3.3 })
  const home = (await shop.get('/')).text
  expect(home).toContain('Fits &lt;b&gt;well&lt;/b&gt;')
})

test('a review without a rating from 1 to 5 or without text is refused', async () => {
  const right = { reviewText: 'Good', rating: 5 }
  for (const wrong of [
    { ...right, rating: 0 },
    { ...right, rating: 6 },
    { ...right, rating: 4.5 },
    { ...right, rating: 'five' },
    { ...right, rating: '4.5' },
    { ...right, rating: undefined },
    { ...right, reviewText: '   ' },
    { ...right, reviewText: undefined },
    { ...right, reviewText: 'x'.repeat(251) },
    { ...right, reviewText: 'a\u0000b' },
    {},
  ]) {
    const answer = await review(wrong)
    expect([wrong, answer.status, answer.json().message]).toEqual([wrong, 422, 'Provide Valid Information'])
  }
  expect((await shop.post('/api/review', right)).status).toBe(401)
})

test('staff do not review their own shop', async () => {
  const boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
  const refused = await shop.post('/api/review', { reviewText: 'The best shop', rating: 5 }, boss.headers)
  expect([refused.status, refused.json().message]).toEqual([
    403,
    'Reviews are for customers: those who run the shop do not review it.',
  ])
})

test('a review of somebody who was deleted names nobody', async () => {
  const eve = await signedIn(shop, { email: 'eve@example.com' })
  const boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
  await shop.post('/api/review', { reviewText: 'Before I go', rating: 3 }, eve.headers)
  await shop.send(`/api/user/${eve.email}`, { method: 'DELETE', headers: boss.headers })
  const reviews = (await shop.get('/api/reviews')).json()
  const left = reviews.find(({ reviewText }: { reviewText: string }) => reviewText === 'Before I go')
  expect(left.author).toEqual({ name: 'A former customer', uid: null, photo: null })
})

test('number and average follow whatever becomes of a review, by whichever hand', async () => {
  const { reviews, stars, hidden } = await total()
  const row = { review_text: 'x', review_date: '2026-01-01', author_name: 'x' }
  const three = [1, 2, 5].map((rating) => ({ ...row, id: `by-hand-${rating}`, rating }))
  await shop.db.insertInto('reviews').values(three).execute()
  expect(await total()).toEqual({ reviews: reviews + 3, stars: stars + 8, hidden })
  await shop.db.updateTable('reviews').set({ rating: 4 }).where('id', 'like', 'by-hand-%').execute()
  expect(await total()).toEqual({ reviews: reviews + 3, stars: stars + 12, hidden })
  await shop.db.deleteFrom('reviews').where('id', 'in', ['by-hand-1', 'by-hand-2']).execute()
  expect(await total()).toEqual({ reviews: reviews + 1, stars: stars + 4, hidden })
})

test('a person writes 20 reviews a day, also when they come at once, and others write on', async () => {
  const grace = await signedIn(shop, { email: 'grace@example.com' })
  // From another network each time, because each network has a limit of its own.
  let network = 0
  const write = (headers: Record<string, string>) =>
    shop.post(
      '/api/review',
      { reviewText: 'Good', rating: 5 },
      { ...headers, 'x-forwarded-for': `192.0.2.${++network}` },
    )
  const yesterday = new Date(Date.now() - hours(25)).toISOString()
  const old = {
    review_text: 'x',
    review_date: yesterday,
    author_name: 'x',
    author_id: grace.userId,
    rating: 5,
  }
  await shop.db
    .insertInto('reviews')
    .values(Array.from({ length: 30 }, (_, n) => ({ ...old, id: `of-grace-${n}` })))
    .execute()
  const written = Array.from({ length: 18 }, (_, n) => ({
    ...old,
    id: `today-of-grace-${n}`,
    review_date: new Date().toISOString(),
  }))
  await shop.db.insertInto('reviews').values(written).execute()
  const answers = await Promise.all(Array.from({ length: 6 }, () => write(grace.headers)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(refused).toHaveLength(4)
  expect(refused[0]!.json().message).toBe(
    'You have written 20 reviews today. Please write the next one tomorrow.',
  )
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(86_000)
  expect((await write(ada.headers)).status).toBe(200)
})

const total = () => shop.db.selectFrom('reviews_total').selectAll().executeTakeFirstOrThrow()
