import { beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '~/platform/time.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { mailsTo } from '~/test/mails.ts'
import { paidOrder } from '~/test/paid-order.ts'
import { aPerson, logIn } from '~/test/people.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})
const password = 'Passw0rd1'

/** Somebody who has left traces in every corner of the shop. */
async function aRegular(email: string) {
  const person = await aPerson(shop, { email, password, name: 'Regular Customer' })
  const tyre = await aProduct(shop, { availableQty: 10 })
  const input = { productId: tyre.id, productName: tyre.name, quantity: 2, price: 50, size: 'M' }
  const order = await shop.post('/api/orders', input, person.headers)
  expect(order.status).toBe(200)
  await shop.post(
    '/api/review',
    { reviewText: `Well done, says ${email.split('@')[0]}`, rating: 5 },
    person.headers,
  )
  await shop.post('/api/contact', { email, message: `A question of ${email}` })
  await shop.post(`/api/newsletter/${email}`)
  await shop.send('/api/cart/lines', {
    method: 'PUT',
    body: { productId: tyre.id, size: 'M', quantity: 1, saved: true },
    headers: person.headers,
  })
  return { ...person, tyre, orderId: order.json().insertedId as string }
}

describe('everything that the shop holds on a person', () => {
  test('is in one file for that person, and nothing of anybody else', async () => {
    const person = await aRegular('held@own.example')
    await aRegular('other@own.example')
    const answer = await shop.get('/api/my-data', person.headers)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="my-data-[\d-]+\.json"$/)
    expect(answer.headers['cache-control']).toBe('no-store')
    const held = answer.json()
    expect(held.profile).toMatchObject({ email: person.email, name: 'Regular Customer' })
    expect(held.account).toMatchObject({ email: person.email })
    expect(held.waysToLogIn).toMatchObject([{ providerId: 'credential' }])
    expect(held.sessions).toHaveLength(1)
    expect(held.orders).toMatchObject([{ id: person.orderId, quantity: 2 }])
    expect(held.reviews).toMatchObject([{ review_text: 'Well done, says held' }])
    expect(held.messages).toMatchObject([{ message: `A question of ${person.email}` }])
    expect(held.newsletter).toMatchObject([{ email: person.email }])
    expect(held.cart).toMatchObject([{ product_id: person.tyre.id, saved_at: expect.any(String) }])
    expect(held.auditEvents).toEqual([])
    expect(answer.text).not.toContain('other@own.example')
    expect(answer.text).not.toMatch(/password|"token"|privateKey/i)
    expect((await shop.get('/api/my-data')).status).toBe(401)
  })

  test('is looked for in every table that can know a person', async () => {
    const tables = await shop.db.introspection.getTables()
    const personal = tables
      .filter(({ columns }) =>
        columns.some(({ name }) =>
          /mail|user_?id|identity_?id|customer|owner|author|asker|recipient|by_user/i.test(name),
        ),
      )
      .map(({ name }) => name)
    // A new one belongs into the file, and into what is deleted; or here, with the reason why not.
    expect(personal.sort()).toEqual([
      'addresses',
      'api_tokens',
      'application_imports',
      'audit_entries',
      'authenticators',
      'cart_lines',
      'contact_answers', // by whom; with the messages that they answer
      'contact_messages',
      'discount_codes', // for all customers, or for a first purchase: names nobody
      'discount_uses', // without the person once the account is gone: what was sold stays in the books
      'garage_cars',
      'identity_accounts',
      'identity_second_factors', // only whether there is one, which the account tells
      'identity_sessions',
      'identity_users',
      'mails',
      'newsletter_subscriptions',
      'newsletters', // how many recipients; what was sent to a person is with the subscription
      'old_parts',
      'order_keys', // names an order that is in the file; gone with the person
      'orders',
      'part_questions',
      'payments',
      'product_imports',
      'purchases',
      'receipts',
      'recovery_codes', // hashes alone; gone with the account
      'registrations', // nobody yet
      'returns',
      'review_marks',
      'reviews',
      'stock_alerts',
      'stock_movements', // names an order that is in the file
      'users',
      'withdrawals',
    ])
  })
})

describe('a person who deletes their account', () => {
  test('is asked for the password, and is then nowhere in the shop any more', async () => {
    const person = await aRegular('leaving@own.example')
    const goodbye = (body: object) => shop.post('/api/my-account/delete', body, person.headers)
    expect((await shop.get('/api/my-account', person.headers)).json()).toEqual({ hasPassword: true })
    expect((await goodbye({})).json()).toMatchObject({ fields: { password: 'Your password is required' } })
    expect((await goodbye({ password: 'Wrong1234' })).status).toBe(422)
    expect((await shop.get('/api/my-data', person.headers)).status).toBe(200)

    expect((await goodbye({ password })).json()).toEqual({ deletedCount: 1 })
    expect((await shop.get('/api/my-data', person.headers)).status).toBe(401)
    await expect(logIn(shop, { email: person.email, password })).rejects.toThrow('401')
    expect(await stockOf(shop, person.tyre.id)).toEqual({ left: 10, booked: 10 })
    // The last mail is about the cancelled order, and is out of the shop's hands.
    await mailsTo(shop, person.email)
    expect(await tablesWith(person.email)).toEqual([])
    const leftInCarts = shop.db.selectFrom('cart_lines').selectAll().where('product_id', '=', person.tyre.id)
    expect(await leftInCarts.execute()).toEqual([])
    const [order] = await shop.db.selectFrom('orders').selectAll().where('id', '=', person.orderId).execute()
    expect(order).toMatchObject({ state: 'cancelled', cancelled_by: 'customer', user_name: 'Deleted user' })
    expect((await shop.get('/api/reviews')).text).toContain('A former customer')
  })

  test('takes reviews, votes and questions along as far as they want, and the sums follow', async () => {
    const stays = await aRegular('stays@own.example')
    const asks = { question: 'Is the bolt in the box?' }
    const people = []
    for (const withReviews of [false, true]) {
      const email = `with-reviews-${withReviews}@own.example`
      const person = await aPerson(shop, { email, password, name: 'Regular Customer' })
      const order = await paidOrder(shop, person, { productId: stays.tyre.id, quantity: 1, price: 25 })
      await shop.db.updateTable('purchases').set({ delivery_state: 'delivered' }).execute()
      await shop.db
        .updateTable('orders')
        .set({ delivery_state: 'delivered' })
        .where('id', '=', order.orderId)
        .execute()
      const about = { reviewText: 'Round', rating: withReviews ? 1 : 5, productId: stays.tyre.id }
      const { insertedId } = (await shop.post('/api/review', about, person.headers)).json()
      await shop.post(`/api/service/${stays.tyre.id}/questions`, asks, person.headers)
      people.push({ ...person, withReviews, insertedId })
    }
    const [first, second] = people
    const vote = { method: 'PUT', body: { helpful: true }, headers: second!.headers }
    expect((await shop.send(`/api/review/${first!.insertedId}/helpful`, vote)).json()).toEqual({ helpful: 1 })
    const held = (await shop.get('/api/my-data', second!.headers)).json()
    expect(held.reviewMarks).toMatchObject([{ review_id: first!.insertedId, kind: 'helpful' }])
    expect(held.questions).toMatchObject([asks])
    const shown = async () => (await shop.get(`/api/service/${stays.tyre.id}/reviews`)).json()
    expect(await shown()).toMatchObject({ rating: { count: 2, average: 3 } })
    for (const { headers, withReviews } of people) {
      const body = { password, withReviews }
      expect((await shop.post('/api/my-account/delete', body, headers)).json()).toEqual({ deletedCount: 1 })
    }
    const left = await shown()
    expect(left.rating).toMatchObject({ count: 1, average: 5 })
    expect(left.reviews).toMatchObject([{ helpful: 0, author: { name: 'A former customer', uid: null } }])
    expect(await shop.db.selectFrom('part_questions').selectAll().execute()).toEqual([])
    expect(await shop.db.selectFrom('review_marks').selectAll().execute()).toEqual([])
  })

  test('cannot be guessed: the tenth wrong password is the last', async () => {
    const person = await aPerson(shop, { email: 'guessed@own.example', password })
    const own = { ...person.headers }
    const statuses = []
    for (let n = 0; n < 10; n += 1)
      statuses.push((await shop.post('/api/my-account/delete', { password: `Wrong${n}234` }, own)).status)
    expect(statuses).not.toContain(200)
    expect((await shop.post('/api/my-account/delete', { password }, own)).status).toBe(429)
  })

  test('without a password here has to have logged in just now', async () => {
    const person = await aPerson(shop, { email: 'fresh@own.example', password })
    await shop.db.deleteFrom('identity_accounts' as never).execute()
    const earlier = new Date(Date.now() - minutes(11)).toISOString()
    await shop.db
      .updateTable('identity_sessions')
      .set({ createdAt: earlier })
      .where('userId', 'in', (e) =>
        e.selectFrom('identity_users').select('identity_users.id').where('email', '=', person.email),
      )
      .execute()
    const stale = await shop.post('/api/my-account/delete', {}, person.headers)
    expect([stale.status, stale.json().reason]).toEqual([403, 'log_in_again'])
    await shop.db.updateTable('identity_sessions').set({ createdAt: new Date().toISOString() }).execute()
    expect((await shop.post('/api/my-account/delete', {}, person.headers)).status).toBe(200)
  })

  test('is no admin: admins cannot delete themselves', async () => {
    const admin = await signedIn(shop, { email: 'boss@own.example', admin: true })
    const answer = await shop.post('/api/my-account/delete', { password }, admin.headers)
    expect(answer.status).toBe(403)
    expect(answer.json().message).toBe('admins cannot delete themselves')
  })
})

async function tablesWith(text: string) {
  const found: string[] = []
  for (const { name } of await shop.db.introspection.getTables()) {
    const rows = await shop.db
      .selectFrom(name as 'users')
      .selectAll()
      .execute()
    if (JSON.stringify(rows).includes(text)) found.push(name)
  }
  return found
}
