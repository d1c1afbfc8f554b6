import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let admin: Person
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  admin = await signedIn(shop, { email: 'admin@delivery.example', admin: true })
})

const home = {
  name: 'Ada Lovelace',
  street: '12 St James’s Square',
  postalCode: 'SW1Y 4JH',
  town: 'London',
  country: 'United Kingdom',
  phone: '',
}
const somebody = () => signedIn(shop, { email: `buyer-${++people}@delivery.example` })
const setAddress = (who: Person, id: string, address: object = home) =>
  shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: address, headers: who.headers })
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()
const stateOf = async (who: Person, id: string) => (await purchaseOf(who, id)).parcel?.state
const parcels = async (state: string) =>
  (await shop.get(`/api/parcels?state=${state}&limit=48&page=1`, admin.headers)).json()
const pack = (...ids: string[]) => shop.post('/api/parcels/pack', { ids }, admin.headers)
const step = (id: string, name: string, body: object = {}) =>
  shop.post(`/api/parcels/${id}/${name}`, body, admin.headers)

async function anOrder(who: Person, priceCents = 2500) {
  const { id, price } = await aProduct(shop, { priceCents })
  const body = { productId: id, quantity: 2, size: 'M', ...(price && { price: price * 2 }) }
  return (await shop.post('/api/orders', body, who.headers)).json().insertedId as string
}
async function paid(who: Person) {
  const { id, price } = await aProduct(shop)
  return (await paidOrder(shop, who, { productId: id, quantity: 2, price: price * 2 })).orderId
}

describe('a purchase', () => {
  test('goes from paid to delivered, with times, tracking and one mail for each step that its customer waits for', async () => {
    const who = await somebody()
    const id = await anOrder(who)
    expect((await setAddress(who, id)).json()).toEqual({ modifiedCount: 1 })
    const pay = await buyerPayments(shop)
    const started = await pay.start(who, id)
    await pay.confirmCard(started)
    await pay.confirmPayment(who, id, started.transactionId)
    expect(await stateOf(who, id)).toBe('to_pack')
    const [parcel] = (await parcels('to_pack')).filter(({ _id }: { _id: string }) => _id === id)
    expect(parcel).toMatchObject({ address: home, email: who.email, lines: [{ quantity: 2, size: 'M' }] })

    expect((await pack(id)).json()).toEqual({ modifiedCount: 1 })
    expect((await pack(id)).json()).toEqual({ modifiedCount: 0 })
    expect((await step(id, 'deliver')).json().reason).toBe('another_step')
    const shipped = await step(id, 'ship', { carrier: 'dhl', trackingNumber: 'jd01 4600 0037' })
    expect(shipped.status).toBe(200)
    expect((await step(id, 'ship', { carrier: 'dhl' })).status).toBe(409)
    expect((await step(id, 'deliver')).status).toBe(200)
    const { parcel: seen } = await purchaseOf(who, id)
    expect(seen).toMatchObject({
      state: 'delivered',
      carrier: 'DHL',
      trackingNumber: 'JD0146000037',
      trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0146000037',
    })
    for (const at of ['packedAt', 'shippedAt', 'deliveredAt']) expect(seen[at]).toMatch(/^2\d{3}-/)
    const order = (await shop.get(`/api/order/${id}`, who.headers)).json()
    expect(order.delivery).toBe('delivered')
    const mails = await mailsTo(shop, who.email)
    for (const subject of ['Your parcel is on its way', 'Your parcel has arrived'])
      expect(mails.filter((mail) => mail.includes(subject))).toHaveLength(1)
    expect(mails.find((mail) => mail.includes('on its way'))).toContain('JD0146000037')
    const { rows } = { rows: (await shop.get('/api/audit?page=1&q=parcel', admin.headers)).json() }
    expect(rows.filter(({ subject }: { subject: string }) => subject === id)).toHaveLength(3)
  })

  test('without an address waits for one, and is packed as soon as it has it', async () => {
    const who = await somebody()
    const id = await paid(who)
    expect(await stateOf(who, id)).toBe('needs_address')
    expect((await pack(id)).json()).toEqual({ modifiedCount: 0 })
    await setAddress(who, id)
    expect(await stateOf(who, id)).toBe('to_pack')
    await setAddress(who, id, { ...home, town: 'Bath' })
    await pack(id)
    const late = await setAddress(who, id, home)
    expect([late.status, late.json().reason]).toEqual([409, 'address_too_late'])
    expect((await purchaseOf(who, id)).address.town).toBe('Bath')
  })

  test('without an address: its customer is asked for it by one mail a day, and not once it has one', async () => {
    const who = await somebody()
    const id = await paid(who)
    const ask = () => shop.post(`/api/purchases/${id}/ask-for-address`, undefined, admin.headers)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await ask()).json().message).toBe('This customer was reminded today already.')
    const mails = (await mailsTo(shop, who.email)).filter((mail) =>
      mail.includes('Where should your parcel go?'),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(`/dashboard/delivery/${id}`)
    await setAddress(who, id)
    expect((await ask()).json().reason).toBe('has_address')
  })

  test('that is not paid is never packed', async () => {
    const who = await somebody()
    const id = await anOrder(who)
    await setAddress(who, id)
    expect(await stateOf(who, id)).toBeUndefined()
    expect((await pack(id)).json()).toEqual({ modifiedCount: 0 })
    expect((await step(id, 'ship', { carrier: 'ups' })).status).toBe(409)
  })

  test('that costs nothing is packed once it has an address, and can be cancelled until then', async () => {
    const who = await somebody()
    const id = await anOrder(who, 0)
    await setAddress(who, id)
    expect(await stateOf(who, id)).toBe('to_pack')
    await pack(id)
    const cancel = () => shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: who.headers })
    expect((await cancel()).json()).toMatchObject({ reason: 'already_packed' })
    await step(id, 'undo')
    expect((await cancel()).json()).toEqual({ deletedCount: 1 })
    expect((await parcels('to_pack')).map(({ _id }: { _id: string }) => _id)).not.toContain(id)
  })

  test('whose step is taken back by two clicks is one step back', async () => {
    const who = await somebody()
    const id = await paid(who)
    await setAddress(who, id)
    await pack(id)
    await step(id, 'ship', { carrier: 'dhl' })
    await step(id, 'deliver')
    const undo = () => step(id, 'undo', { from: 'delivered' })
    const answers = await Promise.all([undo(), undo()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await undo()).json().reason).toBe('another_step')
    expect(await stateOf(who, id)).toBe('shipped')
  })

  test('that was refunded is not packed any more, and of one refunded in part only the rest', async () => {
    const who = await somebody()
    const [whole, part] = [await paid(who), await paid(who)]
    for (const id of [whole, part]) await setAddress(who, id)
    await shop.post(`/api/orders/${whole}/refund`, { restock: true }, admin.headers)
    await shop.post(`/api/orders/${part}/refund`, { restock: true, quantity: 1 }, admin.headers)
    const listed = await parcels('to_pack')
    expect(listed.find(({ _id }: { _id: string }) => _id === whole)).toBeUndefined()
    expect(listed.find(({ _id }: { _id: string }) => _id === part).lines).toMatchObject([{ quantity: 1 }])
    expect((await pack(whole)).json()).toEqual({ modifiedCount: 0 })
  })

  test('takes a step back after a mistake, step by step', async () => {
    const who = await somebody()
    const id = await paid(who)
    await setAddress(who, id)
    await pack(id)
    await step(id, 'ship', { carrier: 'other' })
    for (const state of ['packed', 'to_pack']) {
      expect((await step(id, 'undo')).status).toBe(200)
      expect(await stateOf(who, id)).toBe(state)
    }
    expect((await step(id, 'undo')).json().reason).toBe('no_step_back')
    expect((await purchaseOf(who, id)).parcel).toEqual({ state: 'to_pack' })
  })

  test('of which nothing is left is not sent a second time when its step is taken back', async () => {
    const who = await somebody()
    const id = await paid(who)
    await setAddress(who, id)
    await pack(id)
    await step(id, 'ship', { carrier: 'dhl' })
    await shop.post(`/api/orders/${id}/refund`, { restock: false }, admin.headers)
    await shop.standIn!.webhooks.wake()
    expect((await step(id, 'undo')).status).toBe(200)
    expect((await step(id, 'ship', { carrier: 'dhl' })).json().reason).toBe('another_step')
  })

  test('packed by two admins at once is packed once', async () => {
    const who = await somebody()
    const id = await paid(who)
    await setAddress(who, id)
    const answers = await Promise.all([pack(id), pack(id), pack(id)])
    expect(answers.map((answer) => answer.json().modifiedCount).sort()).toEqual([0, 0, 1])
  })

  test('is sent to the address of its own customer alone', async () => {
    const [who, other] = [await somebody(), await somebody()]
    const id = await paid(who)
    expect((await setAddress(other, id)).status).toBe(403)
    expect((await setAddress(who, 'none')).status).toBe(404)
    expect((await setAddress(who, id, { name: 'Ada' })).json().fields).toMatchObject({
      street: 'Street and number is required',
    })
  })
})

test.each([
  ['a script for a carrier', { carrier: 'javascript:alert(1)' }],
  ['markup for a number', { carrier: 'dhl', trackingNumber: '<b>1234</b>' }],
  ['a number that is too long', { carrier: 'dhl', trackingNumber: '1'.repeat(41) }],
])('a parcel with %s is refused', async (_, body) => {
  const who = await somebody()
  const id = await paid(who)
  expect((await step(id, 'ship', body)).status).toBe(422)
})

test('the address of a purchase is in the export, and gone with the account', async () => {
  const who = await somebody()
  const id = await paid(who)
  await setAddress(who, id, { ...home, street: 'Only Here Lane 7' })
  await shop.post('/api/addresses', { ...home, street: 'Only Here Lane 7' }, who.headers)
  expect((await shop.get('/api/my-data', who.headers)).text.match(/Only Here Lane 7/g)).toHaveLength(2)
  await pack(id)
  await step(id, 'ship', { carrier: 'dhl' })
  await shop.send(`/api/user/${who.email}`, { method: 'DELETE', headers: admin.headers })
  const rows = await shop.db.selectFrom('purchases').selectAll().where('id', '=', id).execute()
  expect(rows).toMatchObject([{ address: null }])
  expect(JSON.stringify(await shop.db.selectFrom('addresses').selectAll().execute())).not.toContain(
    'Only Here',
  )
})
