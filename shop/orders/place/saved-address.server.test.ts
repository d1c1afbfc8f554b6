import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
type Product = Awaited<ReturnType<typeof aProduct>>

const owner = 'owner@saved.example'
let shop: TestShop
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', SHOP_EMAIL: owner, PUBLIC_URL: 'https://shop.example' })
})

const home = {
  name: 'Ada Lovelace',
  street: '12 St James’s Square',
  postalCode: 'SW1Y 4JH',
  town: 'London',
  country: 'United Kingdom',
  phone: '',
}
const office = { ...home, street: '1 Office Park', town: 'Bath' }

const somebody = () => signedIn(shop, { email: `buyer-${++people}@saved.example` })
const save = (who: Person, address: object) => shop.post('/api/addresses', address, who.headers)
async function withAddress() {
  const who = await somebody()
  await save(who, home)
  return who
}
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()

const placing = {
  'Order now': async (who: Person, product: Product, key?: string) =>
    (
      await shop.post(
        '/api/orders',
        { productId: product.id, quantity: 1, size: 'M', ...(product.price && { price: product.price }) },
        { ...who.headers, ...(key && { 'idempotency-key': key }) },
      )
    ).json().insertedId as string,
  'a client of the specified calls': async (who: Person, { name, price }: Product) =>
    (
      await shop.post(
        '/api/orders',
        { size: 'M', quantity: '1', email: who.email, userName: 'Ada', productName: name, price, image: '' },
        who.headers,
      )
    ).json().insertedId as string,
  Checkout: async (who: Person, { id, price }: Product, key?: string) =>
    (
      await shop.post(
        '/api/checkout',
        { lines: [{ productId: id, quantity: 1, size: 'M' }], total: price },
        { ...who.headers, ...(key && { 'idempotency-key': key }) },
      )
    ).json().purchaseId as string,
}

describe.each(Object.keys(placing) as (keyof typeof placing)[])('by %s', (way) => {
  const place = placing[way]

  test('a purchase goes to the address that its customer has used last, and is packed when it is paid', async () => {
    const who = await withAddress()
    await save(who, office)
    expect((await purchaseOf(who, await place(who, await aProduct(shop)))).address).toEqual(office)
    await save(who, home)
    const id = await place(who, await aProduct(shop))
    expect((await purchaseOf(who, id)).address).toEqual(home)
    const pay = await buyerPayments(shop)
    const started = await pay.start(who, id)
    await pay.confirmCard(started)
    await pay.confirmPayment(who, id, started.transactionId)
    expect((await purchaseOf(who, id)).parcel.state).toBe('to_pack')
  })

  test('a purchase of a customer without an address has none, and what costs nothing waits for it', async () => {
    const who = await somebody()
    for (const priceCents of [2500, 0]) {
      const purchase = await purchaseOf(who, await place(who, await aProduct(shop, { priceCents })))
      expect(purchase).not.toHaveProperty('address')
      expect(purchase).not.toHaveProperty('parcel')
    }
    const [ordered] = (await mailsTo(shop, who.email)).filter((mail) => mail.includes('nothing to pay'))
    expect(ordered).toContain('Please tell us where to send it.')
    expect(ordered).toMatch(/https:\/\/shop\.example\/dashboard\/delivery\/\w+/)
  })

  test('what costs nothing is to be packed at once: the owner is told, and the customer reads where it goes', async () => {
    const who = await withAddress()
    const product = await aProduct(shop, { priceCents: 0 })
    const id = await place(who, product)
    expect(await purchaseOf(who, id)).toMatchObject({
      address: home,
      parcel: { state: 'to_pack' },
      orders: [{ delivery: 'to_pack' }],
    })
    const toOwner = (await mailsTo(shop, owner)).filter((mail) => mail.includes(product.name))
    expect(toOwner).toEqual([expect.stringContaining('SW1Y 4JH London')])
    const [ordered] = (await mailsTo(shop, who.email)).filter((mail) => mail.includes('We have your order'))
    expect(ordered).toContain('SW1Y 4JH London')
    expect(ordered).not.toContain('where to send it')
  })
})

test.each(['Order now', 'Checkout'] as const)(
  'a purchase that is sent again by %s keeps the address that it was given meanwhile',
  async (way) => {
    const who = await withAddress()
    const product = await aProduct(shop, { priceCents: 0 })
    const id = await placing[way](who, product, 'a-key-of-one-purchase')
    const change = { method: 'PUT', body: office, headers: who.headers }
    expect((await shop.send(`/api/purchases/${id}/address`, change)).status).toBe(200)
    expect(await placing[way](who, product, 'a-key-of-one-purchase')).toBe(id)
    expect((await purchaseOf(who, id)).address).toEqual(office)
    await shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: who.headers })
    expect(await placing[way](who, product, 'a-key-of-one-purchase')).toBe(id)
    expect((await mailsTo(shop, owner)).filter((mail) => mail.includes(product.name))).toHaveLength(1)
  },
)

test('the copy of a purchase stays when its customer moves', async () => {
  const who = await withAddress()
  const id = await placing['Order now'](who, await aProduct(shop))
  const [{ _id }] = (await shop.get('/api/addresses', who.headers)).json()
  await shop.send(`/api/addresses/${_id}`, { method: 'PUT', body: office, headers: who.headers })
  expect((await purchaseOf(who, id)).address).toEqual(home)
  expect((await purchaseOf(who, await placing['Order now'](who, await aProduct(shop)))).address).toEqual(
    office,
  )
})
