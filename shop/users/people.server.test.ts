import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { isLongRun } from '~/test/long-run.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let boss: Person
let ada: Person

beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
  ada = await signedIn(shop, { email: 'ada@example.com' })
})

const makeAdmin = (by: Person, email: string) =>
  shop.send(`/user/admin/${encodeURIComponent(email)}`, { method: 'PUT', headers: by.headers })
const removeAdmin = (by: Person, email: string) =>
  shop.send(`/user/admin/${encodeURIComponent(email)}`, { method: 'DELETE', headers: by.headers })
const setRole = (by: Person, email: string, body: { role: string; from: string }) =>
  shop.send(`/api/users/${encodeURIComponent(email)}/role`, { method: 'PUT', headers: by.headers, body })
const remove = (by: Person, email: string) =>
  shop.send(`/api/user/${encodeURIComponent(email)}`, { method: 'DELETE', headers: by.headers })

describe('the list of users', () => {
  test('is for admins alone', async () => {
    expect((await shop.get('/api/users')).status).toBe(401)
    expect((await shop.get('/api/users', ada.headers)).status).toBe(403)
    expect((await shop.get('/api/users', boss.headers)).status).toBe(200)
  })

  test('tells nothing beyond these fields', async () => {
    const users = (await shop.get('/api/users', boss.headers)).json()
    const known = users.find(({ email }: { email: string }) => email === ada.email)
    expect(known).toEqual({
      _id: ada.userId,
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'user',
      admin: false,
      createdAt: expect.any(String),
    })
  })

  test('comes in pages and is searched by address and name, with every sign as it is typed', async () => {
    await signedIn(shop, { email: 'zoe_1@example.com', name: 'Zoë Ångström' })
    const emails = async (query: string) => {
      const answer = await shop.get(`/api/users?${query}`, boss.headers)
      return { emails: answer.json().map((u: Person) => u.email), total: answer.headers['x-total-count'] }
    }
    expect(await emails('q=ZOE_1')).toEqual({ emails: ['zoe_1@example.com'], total: '1' })
    expect(await emails(`q=${encodeURIComponent('Ångström')}`)).toMatchObject({ total: '1' })
    expect(await emails('q=%25')).toEqual({ emails: [], total: '0' })
    const everybody = await emails('')
    const first = await emails('page=1&limit=1')
    const second = await emails('page=2&limit=1')
    expect([...first.emails, ...second.emails]).toEqual(everybody.emails.slice(0, 2))
    expect(first.total).toBe(String(everybody.emails.length))
  })
})

describe('making an admin', () => {
  test('is refused to others in the words of the shop', async () => {
    expect((await shop.send('/user/admin/ada@example.com', { method: 'PUT' })).status).toBe(401)
    const answer = await makeAdmin(ada, 'ada@example.com')
    expect(answer.status).toBe(403)
    expect(answer.json().message).toBe('You are not authorized to make this user an admin')
  })

  test('takes effect on the next request, and is written down', async () => {
    const eve = await signedIn(shop, { email: 'eve@example.com' })
    const answer = await makeAdmin(boss, 'EVE@example.com')
    expect([answer.status, answer.json()]).toEqual([200, { matchedCount: 1 }])
    expect((await shop.get('/api/users', eve.headers)).status).toBe(200)
    expect((await makeAdmin(boss, 'eve@example.com')).json()).toEqual({ matchedCount: 1 })
    const trail = await shop.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject', '=', eve.email)
      .execute()
    expect(trail).toMatchObject([{ email: boss.email, what: 'made admin' }])
  })

  test('is recorded once, however many promote the same person at once', async () => {
    const max = await signedIn(shop, { email: 'mia@example.com' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => makeAdmin(boss, max.email)))
    expect(answers.map((answer) => answer.json())).toEqual(Array(10).fill({ matchedCount: 1 }))
    const trail = await shop.db
      .selectFrom('audit_entries')
      .select('what')
      .where('subject', '=', max.email)
      .execute()
    expect(trail).toEqual([{ what: 'made admin' }])
  })

  test('needs somebody who is there and has verified the address', async () => {
    const nobody = await makeAdmin(boss, 'nobody@example.com')
    expect(nobody.status).toBe(404)
    expect(nobody.json()).toMatchObject({ matchedCount: 0, reason: 'unknown_user' })
    await shop.db
      .insertInto('registrations')
      .values({
        token_hash: 'x',
        email: 'soon@example.com',
        name: 'Soon',
        password_hash: 'x',
        expires_at: '2999-01-01T00:00:00.000Z',
      })
      .execute()
    const unproven = await makeAdmin(boss, 'soon@example.com')
    expect(unproven.status).toBe(409)
    expect(unproven.json()).toMatchObject({ matchedCount: 0, reason: 'unverified' })
  })
})

describe('a role of the staff', () => {
  const statusOf = async (path: string, { headers }: Person) => (await shop.get(path, headers)).status

  test('opens its own work from the next request on, nothing else, and is written down', async () => {
    const pat = await signedIn(shop, { email: 'pat@example.com' })
    const given = await setRole(boss, 'Pat@example.com', { from: 'user', role: 'packer' })
    expect([given.status, given.json()]).toEqual([200, { role: 'packer' }])
    expect((await shop.get('/admin/pat@example.com', pat.headers)).json()).toMatchObject({
      admin: false,
      role: 'packer',
    })
    for (const path of ['/api/parcels', '/api/returns']) expect(await statusOf(path, pat)).toBe(200)
    for (const path of ['/api/orders', '/api/users', '/api/manage/pages', '/api/summary', '/api/refunds'])
      expect([path, await statusOf(path, pat)]).toEqual([path, 403])

    await setRole(boss, pat.email, { from: 'packer', role: 'editor' })
    for (const path of ['/api/parcels', '/api/returns', '/api/messages'])
      expect(await statusOf(path, pat)).toBe(403)
    expect(await statusOf('/api/manage/pages', pat)).toBe(200)

    await setRole(boss, pat.email, { from: 'editor', role: 'user' })
    expect(await statusOf('/api/manage/pages', pat)).toBe(403)
    const trail = await shop.db
      .selectFrom('audit_entries')
      .select(['what', 'details'])
      .where('subject', '=', pat.email)
      .orderBy('at')
      .execute()
    expect(trail.map(({ what }) => what)).toEqual(Array(3).fill('role changed'))
    expect(trail[0]!.details).toContain('packer')
  })

  test('lets nobody order, and hides their account from deletion by themselves', async () => {
    const kit = await signedIn(shop, { email: 'kit@example.com', role: 'editor' })
    const { id, price } = await aProduct(shop, { availableQty: 3 })
    const order = { productId: id, quantity: 1, price, size: 'M' }
    expect((await shop.post('/api/orders', order, kit.headers)).json().message).toBe(
      'Order option for site admin is not allowed !!!',
    )
    const deleted = await shop.post('/api/my-account/delete', {}, kit.headers)
    expect([deleted.status, deleted.json().message]).toEqual([403, 'An admin deletes the accounts of staff.'])
  })

  test('is given by admins, never by oneself to oneself, and only over the role that was seen', async () => {
    const sam = await signedIn(shop, { email: 'sam@example.com' })
    const own = await setRole(boss, boss.email, { from: 'user', role: 'packer' })
    expect([own.status, (await shop.get('/api/users', boss.headers)).status]).toEqual([403, 200])
    expect((await setRole(sam, sam.email, { from: 'user', role: 'packer' })).status).toBe(403)
    const atOnce = await Promise.all(
      ['packer', 'editor'].map((role) => setRole(boss, sam.email, { from: 'user', role })),
    )
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(atOnce.find(({ status }) => status === 409)!.json()).toMatchObject({ reason: 'role_changed' })
    // Not a way to make or unmake an admin.
    for (const body of [
      { from: 'user', role: 'admin' },
      { from: 'admin', role: 'user' },
    ])
      expect((await setRole(boss, sam.email, body)).status).toBe(422)
    expect((await setRole(boss, 'nobody@example.com', { from: 'user', role: 'packer' })).status).toBe(404)
  })
})

describe('removing an admin', () => {
  test('is for admins alone', async () => {
    expect((await shop.send('/user/admin/boss@example.com', { method: 'DELETE' })).status).toBe(401)
    const answer = await removeAdmin(ada, 'boss@example.com')
    expect(answer.status).toBe(403)
    expect(answer.json().message).toBe('You are not authorized to remove this admin')
  })

  test('takes effect on the next request, is written down once, and can be undone', async () => {
    const deputy = await signedIn(shop, { email: 'deputy@example.com', admin: true })
    expect((await shop.get('/api/users', deputy.headers)).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => removeAdmin(boss, 'Deputy@example.com')),
    )
    for (const answer of answers) expect([answer.status, answer.json()]).toEqual([200, { matchedCount: 1 }])
    expect((await shop.get('/api/users', deputy.headers)).status).toBe(403)
    expect((await shop.get('/admin/deputy@example.com', deputy.headers)).json().admin).toBe(false)
    await makeAdmin(boss, deputy.email)
    expect((await shop.get('/api/users', deputy.headers)).status).toBe(200)
    const trail = await shop.db
      .selectFrom('audit_entries')
      .select('what')
      .where('subject', '=', deputy.email)
      .orderBy('at')
      .execute()
    expect(trail).toEqual([{ what: 'admin removed' }, { what: 'made admin' }])
    await removeAdmin(boss, deputy.email)
  })

  test('needs somebody who is there, and is not for oneself, so the last admin stays', async () => {
    expect((await removeAdmin(boss, 'nobody@example.com')).json()).toMatchObject({
      matchedCount: 0,
      reason: 'unknown_user',
    })
    const answer = await removeAdmin(boss, 'Boss@Example.com')
    expect([answer.status, answer.json()]).toMatchObject([409, { matchedCount: 0, reason: 'yourself' }])
    expect((await shop.get('/api/users', boss.headers)).status).toBe(200)
  })
})

describe('deleting a user', () => {
  test('is refused to others in the words of the shop', async () => {
    expect((await shop.send('/api/user/boss@example.com', { method: 'DELETE' })).status).toBe(401)
    const answer = await remove(ada, 'boss@example.com')
    expect(answer.status).toBe(403)
    expect(answer.json().message).toBe('You are not authorized to delete this user')
  })

  test('ends the token of that person on the next request, and is written down', async () => {
    const max = await signedIn(shop, { email: 'max@example.com' })
    expect((await shop.get('/admin/max@example.com', max.headers)).status).toBe(200)
    const answer = await remove(boss, max.email)
    expect([answer.status, answer.json()]).toMatchObject([200, { deletedCount: 1 }])
    expect((await shop.get('/admin/max@example.com', max.headers)).status).toBe(401)
    const again = await remove(boss, max.email)
    expect([again.status, again.json()]).toEqual([200, { deletedCount: 0, message: 'there is no such user' }])
    const trail = await shop.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject', '=', max.email)
      .execute()
    expect(trail).toMatchObject([{ email: boss.email, what: 'user deleted' }])
  })

  test('ends the account and its sessions with the person', async () => {
    const when = onPostgres ? new Date() : new Date().toISOString()
    const identity = {
      id: 'i-kim',
      name: 'Kim',
      email: 'kim@example.com',
      emailVerified: onPostgres ? true : 1,
    }
    const dates = { createdAt: when, updatedAt: when }
    await shop.db
      .insertInto('identity_users')
      .values({ ...identity, ...dates, phoneNumber: null } as never)
      .execute()
    const session = { id: 's-kim', userId: 'i-kim', token: 't', expiresAt: '2999-01-01T00:00:00.000Z' }
    await shop.db
      .insertInto('identity_sessions')
      .values({ ...session, ...dates, userAgent: null } as never)
      .execute()
    const kim = await signedIn(shop, { email: 'kim@example.com' })
    await shop.db.updateTable('users').set({ identity_id: 'i-kim' }).where('id', '=', kim.userId).execute()
    expect((await remove(boss, kim.email)).status).toBe(200)
    expect(
      await shop.db.selectFrom('identity_users').select('id').where('id', '=', 'i-kim').execute(),
    ).toEqual([])
    expect(await shop.db.selectFrom('identity_sessions').select('id').execute()).toEqual([])
  })

  test('is not for oneself, so the last admin stays', async () => {
    const answer = await remove(boss, 'Boss@Example.com')
    expect([answer.status, answer.json()]).toEqual([
      200,
      { deletedCount: 0, message: 'admins cannot delete themselves' },
    ])
    expect((await shop.get('/api/users', boss.headers)).status).toBe(200)
  })

  test('cancels what is unpaid and keeps what was sold, without the person', async () => {
    const joe = await signedIn(shop, { email: 'joe@example.com', name: 'Joe Secret' })
    const tyre = await aProduct(shop, { availableQty: 10, priceCents: 1000 })
    const order = async () => {
      const orderBody = { productId: tyre.id, quantity: 2, size: 'M', price: 20 }
      return (await shop.post('/api/orders', orderBody, joe.headers)).json().insertedId as string
    }
    const [unpaid, paid] = [await order(), await order()]
    await shop.db
      .updateTable('orders')
      .set({ state: 'paid', transaction_id: 'pi_joe', paid_at: new Date().toISOString() })
      .where('id', '=', paid)
      .execute()
    await shop.post('/api/review', { reviewText: 'Round enough', rating: 4 }, joe.headers)
    expect(await stockOf(shop, tyre.id)).toEqual({ left: 6, booked: 6 })

    expect((await remove(boss, joe.email)).status).toBe(200)
    expect(await stockOf(shop, tyre.id)).toEqual({ left: 8, booked: 8 })
    const rows = await shop.db.selectFrom('orders').selectAll().where('id', 'in', [unpaid, paid]).execute()
    expect(rows.find(({ id }) => id === unpaid)).toMatchObject({ state: 'cancelled', email: '' })
    expect(rows.find(({ id }) => id === paid)).toMatchObject({
      state: 'paid',
      email: '',
      user_name: 'Deleted user',
      product_name: tyre.name,
      transaction_id: 'pi_joe',
    })
    const everything = JSON.stringify([rows, await shop.db.selectFrom('reviews').selectAll().execute()])
    expect(everything).not.toMatch(/joe@|secret/i)
    const found = await shop.get('/api/orders?q=joe@example.com', boss.headers)
    expect(found.json()).toEqual([])
  })
})

test('two admins who remove each other at once leave one admin', async () => {
  const lone = await aShop({ DEMO: 'off' })
  const [one, two] = [
    await signedIn(lone, { email: 'one@example.com', admin: true }),
    await signedIn(lone, { email: 'two@example.com', admin: true }),
  ]
  const path = (email: string) => `/user/admin/${email}`
  for (let round = 0; round < 20; round += 1) {
    await lone.db.updateTable('users').set({ role: 'admin' }).execute()
    const answers = await Promise.all([
      lone.send(path(two.email), { method: 'DELETE', headers: one.headers }),
      lone.send(path(one.email), { method: 'DELETE', headers: two.headers }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const admins = await lone.db.selectFrom('users').select('email').where('role', '=', 'admin').execute()
    expect(admins).toHaveLength(1)
  }
})

const rounds = onPostgres && isLongRun ? 200 : 20
test(`two admins who delete each other at once leave one admin, ${rounds} times`, {
  timeout: 180_000,
}, async () => {
  const lone = await aShop({ DEMO: 'off' })
  const delete_ = (by: Person, email: string) =>
    lone.send(`/api/user/${email}`, { method: 'DELETE', headers: by.headers })
  let survivor = await signedIn(lone, { email: 'admin-0@example.com', admin: true })
  for (let round = 1; round <= rounds; round += 1) {
    const other = await signedIn(lone, { email: `admin-${round}@example.com`, admin: true })
    const answers = await Promise.all([delete_(survivor, other.email), delete_(other, survivor.email)])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 401, 403, 404].includes(status))).toBe(true)
    const admins = await lone.db.selectFrom('users').select('email').where('role', '=', 'admin').execute()
    expect(admins).toHaveLength(1)
    survivor = admins[0]!.email === other.email ? other : survivor
  }
})

test('a user who is deleted, or leaves, while they order and write reviews leaves nothing behind', async () => {
  for (let round = 0; round < 20; round++) {
    const { userId, email, headers } = await signedIn(shop, { email: `leaves-${round}@example.com` })
    const tyre = await aProduct(shop, { availableQty: 10_000 })
    const orderBody = { productId: tyre.id, quantity: 1, price: tyre.price, size: 'M' }
    const review = { reviewText: 'Round and black, as I like it.', rating: 5 }
    let isGone = false
    const orderUntilGone = async () => {
      while (!isGone) await shop.post('/api/orders', orderBody, headers)
    }
    const leave = async () => {
      const { status } = await (round % 2
        ? remove(boss, email)
        : shop.post('/api/my-account/delete', {}, headers))
      isGone = true
      return status
    }
    const crowd = Array.from({ length: 4 }, orderUntilGone)
    const [left] = await Promise.all([leave(), shop.post('/api/review', review, headers), ...crowd])
    expect([left, (await shop.post('/api/orders', orderBody, headers)).status]).toEqual([200, 401])
    const orders = await shop.db.selectFrom('orders').selectAll().where('customer_id', '=', userId).execute()
    for (const order of orders) expect(order).toMatchObject({ state: 'cancelled', email: '' })
    expect(await stockOf(shop, tyre.id)).toEqual({ left: 10_000, booked: 10_000 })
    const reviews = await shop.db.selectFrom('reviews').selectAll().where('author_id', '=', userId).execute()
    expect(reviews).toEqual([])
  }
})
