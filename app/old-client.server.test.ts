import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { aPerson, bearer } from '~/test/people.ts'
import { aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

/**
 * A client that knows the calls of the specification and nothing that came later: no product id, no order id with a
 * payment, no cart, no address. It sends the fields that are written there and reads those alone.
 */
const client = (token?: string, at = shop) => {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await at.send(path, { method, body, headers: token ? bearer(token) : {} })
    return [answer.status, answer.json()] as const
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, body),
    put: (path: string, body?: unknown) => send('PUT', path, body),
    patch: (path: string, body?: unknown) => send('PATCH', path, body),
    delete: (path: string) => send('DELETE', path),
  }
}
type Client = ReturnType<typeof client>

const adminEmail = 'admin@carparts.example'
const email = 'customer@carparts.example'
const userName = 'Demo Customer'

let shop: TestShop
let visitor: Client
let customer: Client
let admin: Client
let adminToken: string
beforeAll(async () => {
  shop = await aShop()
  visitor = client()
  customer = client(await logIn(email, 'Customer1234'))
  adminToken = await logIn(adminEmail, 'Admin1234')
  admin = client(adminToken)
})

/** The provider of identities proves the address; `PUT /api/user/{email}` gives the token for all other calls. */
async function logIn(address: string, password: string) {
  const [, session] = await visitor.post('/identity/sign-in/email', { email: address, password })
  const [, identity] = await client(session.token).get('/identity/token')
  const [status, { token }] = await client(identity.token).put(`/api/user/${address}`, { email: address })
  expect([status, typeof token]).toEqual([200, 'string'])
  return token as string
}

async function addProduct(productName: string, more: object = {}) {
  const product = {
    productName,
    availableQty: 10,
    orderQty: 2,
    price: 12.5,
    productDescription: 'Round and black',
    image: '/products/alloy-wheel-1200.webp',
  }
  const [status, { insertedId }] = await admin.post('/api/services', { ...product, ...more })
  expect(status).toBe(200)
  return insertedId as string
}

const order = (productName: string, more: object = {}) =>
  customer.post('/api/orders', {
    size: 'M',
    quantity: 2,
    email,
    userName,
    productName,
    price: 25,
    image: '/products/alloy-wheel-1200.webp',
    ...more,
  })

/** With the library of the payment provider, which knows the client secret alone. */
async function payByCard(clientSecret: string, at = shop) {
  const [, { publishableKey }] = await client(undefined, at).get('/api/pay-config')
  const transactionId = clientSecret.split('_secret_')[0]!
  const charged = await at.send(`/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { ...bearer(publishableKey), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }).toString(),
  })
  expect(charged.json().status).toBe('succeeded')
  return transactionId
}

describe('an old client', () => {
  test('visitors read products and blogs and subscribe to the newsletter without a token', async () => {
    const [, products] = await visitor.get('/api/services')
    expect(products).toHaveLength(18)
    const [status, product] = await visitor.get(`/api/service/${products[0]._id}`)
    expect([status, product]).toEqual([
      200,
      expect.objectContaining({
        _id: products[0]._id,
        productName: expect.any(String),
        image: expect.any(String),
        price: expect.any(Number),
        availableQty: expect.any(Number),
        orderQty: expect.any(Number),
        productDescription: expect.any(String),
      }),
    ])
    expect((await visitor.get('/api/service/nothing'))[0]).toBe(404)
    const [, blogs] = await visitor.get('/api/blogs')
    expect(blogs).toHaveLength(12)
    const blog = { _id: blogs[0]._id, question: expect.any(String), answer: expect.any(String) }
    expect(await visitor.get(`/api/blog/${blogs[0]._id}`)).toEqual([200, blog])
    const subscribed = await visitor.post('/api/newsletter/ada@old.example', { email: 'ada@old.example' })
    expect(subscribed).toEqual([200, { ok: 1 }])
    for (const path of ['/api/users', '/api/orders', `/api/orders/${email}`, `/admin/${email}`])
      expect((await visitor.get(path))[0]).toBe(401)
  })

  test('an order is placed by name, paid by its price, and is then Paid for good', async () => {
    const productName = 'Old tyre'
    const id = await addProduct(productName)
    const [status, { insertedId }] = await order(productName)
    expect(status).toBe(200)
    // The client reduces the stock itself, as it was told to: it was reduced with the order.
    const reported = await customer.put(`/api/services/${id}`, { availableQty: 8 })
    expect(reported).toEqual([200, { modifiedCount: 0, availableQty: 8 }])
    const row = {
      _id: insertedId,
      productName,
      quantity: 2,
      size: 'M',
      price: 25,
      email,
      userName,
      paid: false,
    }
    const [, orders] = await customer.get(`/api/orders/${email}`)
    expect(orders[0]).toMatchObject({ ...row, image: expect.any(String) })
    expect(orders[0]).not.toHaveProperty('transactionId')
    expect((await customer.get(`/api/order/${insertedId}`))[1]).toMatchObject(row)

    const [, { clientSecret }] = await customer.post('/create-payment-intent', { price: 25 })
    const unpaid = clientSecret.split('_secret_')[0]
    const confirm = (transactionId: string) =>
      customer.patch(`/api/order/${insertedId}`, { transactionId, appointmentId: insertedId, email })
    expect((await confirm(unpaid))[0]).toBe(409)
    const transactionId = await payByCard(clientSecret)
    expect(transactionId).toMatch(/^pi_/)
    expect(await confirm(transactionId)).toEqual([200, { modifiedCount: 1 }])
    expect(await confirm(transactionId)).toEqual([200, { modifiedCount: 1 }])
    expect((await confirm('pi_another00000000000'))[0]).toBe(409)
    expect((await customer.get(`/api/order/${insertedId}`))[1]).toMatchObject({ paid: true, transactionId })
    expect((await customer.delete(`/api/orders/${insertedId}`))[0]).toBe(409)
  })

  test('of two orders with one price each is paid by an intent of its own', async () => {
    await addProduct('Twin tyre', { price: 7.25 })
    const ids: string[] = []
    for (let n = 0; n < 2; n++) ids.push((await order('Twin tyre', { price: 14.5 }))[1].insertedId)
    const used = new Set<string>()
    for (const id of ids) {
      const [, { clientSecret }] = await customer.post('/create-payment-intent', { price: 14.5 })
      const transactionId = await payByCard(clientSecret)
      const told = await customer.patch(`/api/order/${id}`, { transactionId, appointmentId: id, email })
      expect(told).toEqual([200, { modifiedCount: 1 }])
      used.add(transactionId)
    }
    expect(used.size).toBe(2)
  })

  test('a cancelled order gives its pieces back once, whatever the client reports', async () => {
    const id = await addProduct('Spare tyre')
    const [, { insertedId }] = await order('Spare tyre')
    expect(await customer.delete(`/api/orders/${insertedId}`)).toEqual([200, { deletedCount: 1 }])
    const [, { availableQty }] = await customer.get(`/api/service/${id}`)
    expect(availableQty).toBe(10)
    const raised = await customer.patch(`/api/service/${id}`, { availableQty: availableQty + 2 })
    expect(raised).toEqual([200, { modifiedCount: 0, availableQty: 10 }])
    expect((await customer.get(`/api/order/${insertedId}`))[0]).toBe(404)
    const [, orders] = await customer.get(`/api/orders/${email}`)
    expect(orders.map(({ _id }: { _id: string }) => _id)).not.toContain(insertedId)
  })

  test('what cannot be ordered is refused in the words of the form', async () => {
    const id = await addProduct('Rare tyre', { availableQty: 3 })
    for (const [more, message] of [
      [{ quantity: '' }, 'Quantity is required'],
      [{ quantity: '02' }, 'Quantity must be a real number'],
      [{ quantity: 1, price: 12.5 }, 'Quantity must be at least 2'],
    ] as const) {
      const [status, { fields }] = await order('Rare tyre', more)
      expect([status, fields]).toEqual([422, { quantity: message }])
    }
    expect(await order('Rare tyre', { quantity: 4, price: 50 })).toEqual([
      409,
      expect.objectContaining({ message: 'Quantity must be less than or equal to available quantity' }),
    ])
    expect(await order('Rare tyre', { price: 20 })).toEqual([409, expect.objectContaining({ price: 25 })])
    expect((await order('Rare tyre', { size: 'XXL' }))[0]).toBe(422)
    expect((await order('Rare tyre', { email: adminEmail }))[0]).toBe(403)
    expect((await order('No such tyre'))[0]).toBe(404)
    const forAdmin = { size: 'M', quantity: 2, email: adminEmail, productName: 'Rare tyre', price: 25 }
    expect(await admin.post('/api/orders', forAdmin)).toEqual([
      403,
      expect.objectContaining({ message: 'Order option for site admin is not allowed !!!' }),
    ])
    expect((await customer.get(`/api/service/${id}`))[1].availableQty).toBe(3)
  })

  test('a free order has no price and nothing to pay', async () => {
    await addProduct('Free sticker', { price: 0 })
    const [, { insertedId }] = await order('Free sticker', { price: undefined })
    const [, free] = await customer.get(`/api/order/${insertedId}`)
    expect(free).not.toHaveProperty('price')
    expect(free).toMatchObject({ paid: false, quantity: 2 })
  })

  test('a review needs a rating and a text', async () => {
    const author = { name: 'Somebody else', uid: 'x', photo: '' }
    const review = { reviewText: 'Quick and friendly', rating: 5, reviewDate: '2022-01-01', author }
    const [status, { insertedId }] = await customer.post('/api/review', review)
    expect([status, typeof insertedId]).toEqual([200, 'string'])
    const [refused, { message }] = await customer.post('/api/review', { ...review, rating: undefined })
    expect([refused, message]).toEqual([422, 'Provide Valid Information'])
  })

  test('an admin adds, restocks and deletes products; a second one of a name is refused', async () => {
    const form = new FormData()
    form.append('image', new Blob([await aPng(16, 12)], { type: 'image/png' }), 'tyre.png')
    const uploaded = await fetch(`${shop.url}/api/images`, {
      method: 'POST',
      headers: bearer(adminToken),
      body: form,
    })
    const { success, data } = await uploaded.json()
    expect(success).toBe(true)
    const id = await addProduct('New tyre', { image: data.url })
    expect((await visitor.get(`/api/service/${id}`))[1]).toMatchObject({
      productName: 'New tyre',
      price: 12.5,
    })
    const [status] = await admin.post('/api/services', { productName: 'New tyre' })
    expect(status).toBe(422)
    const second = { availableQty: 1, orderQty: 1, price: 1, productDescription: 'Round', image: data.url }
    expect((await admin.post('/api/services', { productName: 'New tyre', ...second }))[0]).toBe(409)
    const restocked = await admin.put(`/api/services/${id}`, { availableQty: 30 })
    expect(restocked).toEqual([200, { modifiedCount: 1, availableQty: 30 }])
    expect((await customer.delete(`/api/services/${id}`))[0]).toBe(403)
    expect(await admin.delete(`/api/services/${id}`)).toEqual([200, { deletedCount: 1 }])
    expect((await visitor.get(`/api/service/${id}`))[0]).toBe(404)
  })

  test('an admin sees all orders and users, promotes and deletes them; others may not', async () => {
    await aPerson(shop, { email: 'grace@old.example', password: 'Password1' })
    expect(await customer.get(`/admin/${email}`)).toEqual([200, expect.objectContaining({ admin: false })])
    expect(await admin.get(`/admin/${adminEmail}`)).toEqual([200, expect.objectContaining({ admin: true })])
    for (const path of [`/admin/${adminEmail}`, '/api/users', '/api/orders', `/api/orders/${adminEmail}`])
      expect((await customer.get(path))[0]).toBe(403)
    const [, orders] = await admin.get('/api/orders')
    expect(orders.map((it: { email: string }) => it.email)).toContain(email)
    const [, users] = await admin.get('/api/users')
    expect(users.map((it: { email: string }) => it.email)).toContain('grace@old.example')

    const said = async (answer: ReturnType<Client['get']>) => [(await answer)[0], (await answer)[1].message]
    expect(await said(customer.put(`/user/admin/${email}`))).toEqual([
      403,
      'You are not authorized to make this user an admin',
    ])
    expect(await said(customer.delete('/api/user/grace@old.example'))).toEqual([
      403,
      'You are not authorized to delete this user',
    ])
    expect(await admin.put('/user/admin/grace@old.example')).toEqual([200, { matchedCount: 1 }])
    expect(await admin.delete('/api/user/grace@old.example')).toEqual([
      200,
      { deletedCount: 1, message: expect.any(String) },
    ])
    const [status, kept] = await admin.delete(`/api/user/${adminEmail}`)
    expect([status, kept]).toEqual([200, { deletedCount: 0, message: expect.any(String) }])
    expect((await client('forged').put(`/api/user/${email}`, { email }))[0]).toBe(401)
  })
})

test('where delivery costs something, a price without it is refused with the right one before a card is charged', async () => {
  const withFee = await aShop({ DEMO: 'off', DELIVERY_FEE: '4.90' })
  const ada = client((await signedIn(withFee, { email: 'ada@fee.example' })).token, withFee)
  const orderOf = async (priceCents: number) => {
    const { id: productId, price } = await aProduct(withFee, { priceCents })
    const [, { insertedId }] = await ada.post('/api/orders', { productId, quantity: 1, size: 'M', price })
    return insertedId as string
  }
  const begin = (price: number) => ada.post('/create-payment-intent', { price })
  // With its delivery the second costs what the first does without.
  const [dear, cheap] = [await orderOf(2490), await orderOf(2000)]
  for (const [id, price, owed, said] of [
    [dear, 24.9, 29.8, '$29.80'],
    [cheap, 20, 24.9, '$24.90'],
  ] as const) {
    const [status, answer] = await begin(price)
    expect([status, answer]).toEqual([409, expect.objectContaining({ reason: 'price_differs', price: owed })])
    expect(answer.message).toContain(said)
    const transactionId = await payByCard((await begin(owed))[1].clientSecret, withFee)
    expect(await ada.patch(`/api/order/${id}`, { transactionId })).toEqual([200, { modifiedCount: 1 }])
  }
  // Above $100 delivery is free, and nothing is different for such a client.
  const free = await orderOf(10_001)
  const transactionId = await payByCard((await begin(100.01))[1].clientSecret, withFee)
  expect((await ada.patch(`/api/order/${free}`, { transactionId }))[0]).toBe(200)
})
