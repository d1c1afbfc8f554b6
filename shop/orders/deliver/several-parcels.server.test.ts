import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
type Parcel = {
  _id: string
  purchaseId: string
  version: string
  part?: { nth: number; of: number }
  lines: { orderId: string; quantity: number; refunded?: number }[]
}
let shop: TestShop
let admin: Person
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
  admin = await signedIn(shop, { email: 'admin@parcels.example', admin: true })
})

const home = { name: 'Ada Lovelace', street: '12 Square', town: 'London', country: 'United Kingdom' }

/** A paid purchase of discs (4) and pads (1) with an address. */
async function bought(card?: string) {
  const who = await signedIn(shop, { email: `buyer-${++people}@parcels.example` })
  const products = [await aProduct(shop), await aProduct(shop)]
  const lines = products.map(({ id }, n) => ({ productId: id, quantity: n === 0 ? 4 : 1, size: 'M' }))
  const { purchaseId } = (await shop.post('/api/checkout', { lines, total: 125 }, who.headers)).json()
  await shop.send(`/api/purchases/${purchaseId}/address`, { method: 'PUT', body: home, headers: who.headers })
  const pay = await buyerPayments(shop)
  const started = await pay.start(who, purchaseId)
  await pay.confirmCard(started, card)
  await pay.confirmPayment(who, purchaseId, started.transactionId)
  const { orders } = await purchaseOf(who, purchaseId)
  const discs = orders.find((it: { quantity: number }) => it.quantity === 4)._id as string
  const pads = orders.find((it: { quantity: number }) => it.quantity === 1)._id as string
  return { who, id: purchaseId as string, discs, pads }
}
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()
const listed = async (state: string, purchaseId: string): Promise<Parcel[]> =>
  (await shop.get(`/api/parcels?state=${state}&limit=48&page=1`, admin.headers))
    .json()
    .filter((parcel: Parcel) => parcel.purchaseId === purchaseId)
    .sort((a: Parcel, b: Parcel) => (a.part?.nth ?? 1) - (b.part?.nth ?? 1))
const step = (id: string, name: string, body: object = {}) =>
  shop.post(`/api/parcels/${id}/${name}`, body, admin.headers)
const pack = (...ids: string[]) => shop.post('/api/parcels/pack', { ids }, admin.headers)
const split = (id: string, ...lines: [string, number][]) =>
  step(id, 'split', { lines: lines.map(([orderId, quantity]) => ({ orderId, quantity })) })
const refund = (id: string, quantity: number) =>
  shop.post(`/api/orders/${id}/refund`, { restock: true, quantity }, admin.headers)
const piecesOf = (parcels: Parcel[]) =>
  parcels.map(({ lines }) => lines.map(({ quantity }) => quantity).sort((a, b) => b - a))

describe('a purchase in several parcels', () => {
  test('is split by pieces, and each parcel goes its own way with its own mail and tracking', async () => {
    const { who, id, discs, pads } = await bought()
    const second = (await split(id, [discs, 3])).json().insertedId
    const parcels = await listed('to_pack', id)
    expect(parcels.map(({ part }) => part)).toEqual([
      { nth: 1, of: 2 },
      { nth: 2, of: 2 },
    ])
    expect(piecesOf(parcels)).toEqual([[1, 1], [3]])
    expect((await pack(id)).json()).toEqual({ modifiedCount: 1 })
    expect((await step(id, 'ship', { carrier: 'dhl', trackingNumber: 'AAAA1111' })).status).toBe(200)

    const half = await purchaseOf(who, id)
    expect(half.parcel.state).toBe('to_pack')
    expect(half.parcels).toMatchObject([
      { _id: id, state: 'shipped', trackingNumber: 'AAAA1111', lines: expect.any(Array) },
      { _id: second, state: 'to_pack', lines: [{ orderId: discs, quantity: 3 }] },
    ])
    const deliveryOf = (orderId: string) =>
      half.orders.find((it: { _id: string }) => it._id === orderId).delivery
    expect([deliveryOf(discs), deliveryOf(pads)]).toEqual(['to_pack', 'shipped'])
    const [first] = (await mailsTo(shop, who.email)).filter((mail) =>
      mail.includes('Your parcel is on its way'),
    )
    expect(first).toMatch(/Still to come, in another parcel:\s+3 x /)

    await pack(second)
    await step(second, 'ship', { carrier: 'ups', trackingNumber: 'BBBB2222' })
    expect((await purchaseOf(who, id)).parcel).toMatchObject({ state: 'shipped', trackingNumber: 'BBBB2222' })
    await step(second, 'deliver')
    expect((await purchaseOf(who, id)).parcel.state).toBe('shipped')
    await step(id, 'deliver')
    const all = await purchaseOf(who, id)
    expect(all.parcel).toMatchObject({ state: 'delivered', deliveredAt: all.parcels[0].deliveredAt })
    const mails = await mailsTo(shop, who.email)
    expect(mails.filter((mail) => mail.includes('Your parcel is on its way'))).toHaveLength(2)
    expect(mails.filter((mail) => mail.includes('Still to come'))).toHaveLength(1)
    expect(mails.filter((mail) => mail.includes('Your parcel has arrived'))).toHaveLength(2)
  })

  test('is put together again, and two clicks on Split are one', async () => {
    const { id, discs } = await bought()
    const [{ version }] = (await listed('to_pack', id)) as [Parcel]
    const again = () => step(id, 'split', { lines: [{ orderId: discs, quantity: 1 }], seen: version })
    const answers = await Promise.all([again(), again()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [, second] = await listed('to_pack', id)
    expect((await step(second!._id, 'join')).status).toBe(200)
    expect(piecesOf(await listed('to_pack', id))).toEqual([[4, 1]])
    expect((await step(id, 'join')).json().reason).toBe('nothing_to_join')
  })

  test('is not split into nothing, by more than there is, by parts of others, or once it is packed', async () => {
    const { id, discs, pads } = await bought()
    const other = await bought()
    for (const lines of [
      [[discs, 5]],
      [
        [discs, 3],
        [discs, 2],
      ],
      [[other.discs, 1]],
      [
        [discs, 4],
        [pads, 1],
      ],
    ] as [string, number][][])
      expect((await split(id, ...lines)).json().reason).toBe('no_such_split')
    expect((await split(id, [discs, 0])).status).toBe(422)
    await pack(id)
    expect((await split(id, [discs, 1])).json().reason).toBe('another_step')
    expect(piecesOf(await listed('packed', id))).toEqual([[4, 1]])
  })

  test('loses refunded pieces from the newest parcel that is not packed, and what is packed says so and stays', async () => {
    const { who, id, discs } = await bought()
    const second = (await split(id, [discs, 2])).json().insertedId
    await refund(discs, 1)
    expect(piecesOf(await listed('to_pack', id))).toEqual([[2, 1], [1]])
    await pack(id)
    await refund(discs, 1)
    expect(await listed('to_pack', id)).toEqual([])
    expect((await purchaseOf(who, id)).parcels).toHaveLength(1)
    await refund(discs, 1)
    const [packed] = (await listed('packed', id)) as [Parcel]
    expect(packed.lines.find(({ orderId }) => orderId === discs)).toMatchObject({ quantity: 2, refunded: 1 })
    expect((await step(second, 'ship', { carrier: 'dhl' })).status).toBe(404)
    // Taken back, it is packed again with what is left.
    await step(id, 'undo')
    expect(piecesOf(await listed('to_pack', id))).toEqual([[1, 1]])
  })

  test('sends nothing of what was refunded whole, though another part of it has left', async () => {
    const { who, id, discs, pads } = await bought()
    const second = (await split(id, [pads, 1])).json().insertedId
    await pack(id, second)
    await step(id, 'ship', { carrier: 'dhl' })
    await refund(pads, 1)
    expect(await listed('packed', id)).toEqual([])
    const { parcel, parcels } = await purchaseOf(who, id)
    expect([parcel.state, parcels]).toEqual(['shipped', [expect.objectContaining({ _id: id })]])
    expect(parcels[0].lines).toEqual([{ orderId: discs, quantity: 4 }])
  })

  test('takes back only what has left, keeps its address, and sends what comes back no second time', async () => {
    const { who, id, discs, pads } = await bought()
    const second = (await split(id, [discs, 3])).json().insertedId
    await pack(id)
    await step(id, 'ship', { carrier: 'dhl' })
    const moved = await shop.send(`/api/purchases/${id}/address`, {
      method: 'PUT',
      body: home,
      headers: who.headers,
    })
    expect(moved.json().reason).toBe('address_too_late')
    const ask = (orderId: string, quantity: number) =>
      shop.post(`/api/orders/${orderId}/returns`, { quantity, reason: 'damaged', note: '' }, who.headers)
    expect((await ask(discs, 2)).json().reason).toBe('fewer_to_return')
    const returned = (await ask(discs, 1)).json().insertedId
    await shop.post(`/api/returns/${returned}/accept`, { answer: 'To us' }, admin.headers)
    await shop.post(`/api/returns/${returned}/receive`, { sound: true }, admin.headers)
    await shop.post(`/api/returns/${returned}/refund`, {}, admin.headers)
    expect(piecesOf(await listed('to_pack', id))).toEqual([[3]])
    expect((await ask(pads, 1)).status).toBe(200)
    expect((await step(second, 'undo')).json().reason).toBe('no_step_back')
  })

  test('is exported with its tracking numbers', async () => {
    const { who, id, pads } = await bought()
    await split(id, [pads, 1])
    await pack(id)
    await step(id, 'ship', { carrier: 'dhl', trackingNumber: 'EXPORT99' })
    expect((await shop.get('/api/my-data', who.headers)).text).toContain('EXPORT99')
  })
})

test('a server of the version before moves the parcel along with its purchase', async () => {
  const { id, discs } = await bought()
  const to = (delivery_state: 'packed' | null) =>
    shop.db.updateTable('purchases').set({ delivery_state }).where('id', '=', id).execute()
  await to('packed')
  expect(piecesOf(await listed('packed', id))).toEqual([[4, 1]])
  await to(null)
  expect(await listed('packed', id)).toEqual([])
  expect(
    await shop.db.selectFrom('parcel_lines').selectAll().where('order_id', '=', discs).execute(),
  ).toEqual([])
})
