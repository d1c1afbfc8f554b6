import { beforeAll, describe, expect, test } from 'vitest'
import { toDollars } from '~/platform/money.ts'
import { expireUnpaid } from '~/shop/orders/my-orders/cancel-order.server.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { buyerPayments } from '~/test/buyer-payments.ts'
import { mailsTo } from '~/test/mails.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
type Product = Awaited<ReturnType<typeof aProduct>>
type Wanted = { product: Product; quantity?: number; size?: string }

let shop: TestShop
let pay: Awaited<ReturnType<typeof buyerPayments>>
let admin: Person
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off', MOST_UNPAID_ORDERS: '3' })
  pay = await buyerPayments(shop)
  admin = await signedIn(shop, { email: 'admin@checkout.example', admin: true })
})

const somebody = () => signedIn(shop, { email: `buyer-${++people}@checkout.example` })
const linesOf = (wanted: Wanted[]) =>
  wanted.map(({ product, quantity = 1, size = 'M' }) => ({ productId: product.id, quantity, size }))
const totalOf = (wanted: Wanted[]) =>
  toDollars(wanted.reduce((sum, { product, quantity = 1 }) => sum + product.price * 100 * quantity, 0))
const checkout = (who: Person, wanted: Wanted[], more: { total?: number; key?: string } = {}) =>
  shop.post(
    '/api/checkout',
    { lines: linesOf(wanted), total: more.total ?? totalOf(wanted) },
    { ...who.headers, ...(more.key && { 'idempotency-key': more.key }) },
  )
const ordersOf = async (who: Person) => (await shop.get(`/api/orders/${who.email}`, who.headers)).json()
const purchaseOf = async (who: Person, id: string) =>
  (await shop.get(`/api/purchases/${id}`, who.headers)).json()
const cancel = (who: Person, id: string) =>
  shop.send(`/api/orders/${id}`, { method: 'DELETE', headers: who.headers })

async function bought(wanted: { priceCents: number; quantity: number }[]) {
  const who = await somebody()
  const lines = await Promise.all(
    wanted.map(async ({ priceCents, quantity }) => ({
      product: await aProduct(shop, { priceCents }),
      quantity,
    })),
  )
  const { purchaseId } = (await checkout(who, lines)).json()
  const purchase = await purchaseOf(who, purchaseId)
  return { who, lines, purchaseId: purchaseId as string, orders: purchase.orders as { _id: string }[] }
}
async function paid(wanted: { priceCents: number; quantity: number }[], card?: string) {
  const it = await bought(wanted)
  const started = await pay.start(it.who, it.purchaseId)
  expect(await pay.confirmCard(started, card)).toBe(true)
  expect((await pay.confirmPayment(it.who, it.orders[1]!._id, started.transactionId)).status).toBe(200)
  return { ...it, transactionId: started.transactionId }
}
const refund = (orderId: string, body: object) =>
  shop.post(`/api/orders/${orderId}/refund`, { restock: true, ...body }, admin.headers)

describe('checkout', () => {
  test('makes one purchase of all lines, each an order of its own, and empties the cart of them', async () => {
    const who = await somebody()
    const [tyre, disc, left] = [await aProduct(shop), await aProduct(shop), await aProduct(shop)]
    for (const product of [tyre, disc, left])
      await shop.send('/api/cart/lines', {
        method: 'PUT',
        body: { productId: product.id, size: 'M', quantity: 1 },
        headers: who.headers,
      })
    const wanted = [{ product: tyre, quantity: 2 }, { product: disc }]
    const answer = await checkout(who, wanted)
    expect(answer.status).toBe(200)
    const { purchaseId, orderId } = answer.json()
    const orders = await ordersOf(who)
    expect(orders).toHaveLength(2)
    for (const order of orders) expect(order).toMatchObject({ purchaseId, paid: false, email: who.email })
    expect(orders.map(({ _id }: { _id: string }) => _id)).toContain(orderId)
    expect(await purchaseOf(who, purchaseId)).toMatchObject({
      orders: [{ productName: tyre.name, quantity: 2, price: 50 }, { productName: disc.name }],
      delivery: 0,
      total: 75,
    })
    expect(await stockOf(shop, tyre.id)).toEqual({ left: 8, booked: 8 })
    const cart = (await shop.get('/api/cart', who.headers)).json()
    expect(cart.lines.map(({ productId }: { productId: string }) => productId)).toEqual([left.id])
  })

  test('takes sizes of one product from the same shelf', async () => {
    const who = await somebody()
    const product = await aProduct(shop, { availableQty: 3 })
    const sizes = [
      { product, quantity: 2, size: 'M' },
      { product, quantity: 2, size: 'L' },
    ]
    expect((await checkout(who, sizes)).json()).toMatchObject({
      reason: 'lines_not_available',
      lines: [{ size: 'M', problem: 'too_few_left', availableQty: 3 }, { size: 'L' }],
    })
    const fewer = [sizes[0]!, { ...sizes[1]!, quantity: 1 }]
    expect((await checkout(who, fewer)).status).toBe(200)
    expect(await stockOf(shop, product.id)).toEqual({ left: 0, booked: 0 })
  })

  test('orders nothing when one line cannot be had, and names each with what to do', async () => {
    const who = await somebody()
    const fine = await aProduct(shop)
    const few = await aProduct(shop, { availableQty: 2 })
    const none = await aProduct(shop, { availableQty: 0 })
    const many = await aProduct(shop, { orderQty: 4 })
    const gone = { ...fine, id: 'gone' }
    const wanted = [
      { product: fine },
      { product: few, quantity: 3 },
      { product: none },
      { product: many },
      { product: gone },
    ]
    const answer = await checkout(who, wanted)
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({
      message: 'Some of these parts cannot be had as you want them. Nothing was ordered.',
      lines: [
        { productId: few.id, problem: 'too_few_left', availableQty: 2 },
        { productId: none.id, problem: 'out_of_stock' },
        { productId: many.id, problem: 'below_minimum', minimum: 4 },
        { productId: 'gone', problem: 'gone' },
      ],
    })
    expect(await ordersOf(who)).toEqual([])
    expect(await stockOf(shop, fine.id)).toEqual({ left: 10, booked: 10 })
  })

  test.each([24, 26, 0])(
    'refuses a total of %d dollars where it is 25, and names the new one',
    async (total) => {
      const who = await somebody()
      const product = await aProduct(shop)
      const answer = await checkout(who, [{ product }], { total })
      expect([answer.status, answer.json()]).toMatchObject([409, { reason: 'total_changed', total: 25 }])
      expect(await ordersOf(who)).toEqual([])
    },
  )

  test('sent often with one key is one purchase, also at the same moment: each gets the first answer', async () => {
    const wanted = [{ product: await aProduct(shop) }, { product: await aProduct(shop) }]
    const sentOften = async (who: Person) => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => checkout(who, wanted, { key: 'once' })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(await ordersOf(who)).toHaveLength(2)
    }
    for (let n = 0; n < 5; n += 1) await sentOften(await somebody())
    const who = await somebody()
    await sentOften(who)
    const other = await checkout(who, wanted.slice(1), { key: 'once' })
    expect([other.status, other.json().reason]).toEqual([422, 'key_reused'])
  })

  test('of 100 lines works', async () => {
    const who = await somebody()
    const products = await Promise.all(Array.from({ length: 100 }, () => aProduct(shop, { priceCents: 100 })))
    expect(
      (
        await checkout(
          who,
          products.map((product) => ({ product })),
        )
      ).status,
    ).toBe(200)
    expect(await ordersOf(who)).toHaveLength(100)
  })

  test('takes one of the places for unpaid orders, until its last order is paid or cancelled', async () => {
    const who = await somebody()
    const products = await Promise.all(Array.from({ length: 10 }, () => aProduct(shop)))
    const pairs = [0, 2, 4].map((n) => products.slice(n, n + 2).map((product) => ({ product })))
    const placed = await Promise.all(pairs.map((pair) => checkout(who, pair)))
    expect(placed.map(({ status }) => status)).toEqual([200, 200, 200])
    const one = [{ product: products[6]! }]
    expect((await checkout(who, one)).json().reason).toBe('too_many_unpaid')
    const { orders } = await purchaseOf(who, placed[0]!.json().purchaseId)
    await cancel(who, orders[0]._id)
    expect((await checkout(who, one)).json().reason).toBe('too_many_unpaid')
    await cancel(who, orders[1]._id)
    expect((await checkout(who, one)).status).toBe(200)
  })
})

describe('a purchase of several orders', () => {
  const three = [
    { priceCents: 1000, quantity: 1 },
    { priceCents: 2500, quantity: 2 },
    { priceCents: 333, quantity: 3 },
  ]

  test('is paid at once, whichever of its orders is named', async () => {
    const { who, orders, transactionId } = await paid(three)
    for (const order of await ordersOf(who)) expect(order).toMatchObject({ paid: true, transactionId })
    expect((await cancel(who, orders[0]!._id)).status).toBe(409)
    const mails = (await mailsTo(shop, who.email)).filter((mail) => mail.includes('Your orders are paid'))
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('We received $69.99')
  })

  test('has a price that is the sum: the price of one order does not pay it', async () => {
    const { who, orders } = await bought(three)
    const start = (price: number, named: object = { orderId: orders[2]!._id }) =>
      shop.post('/create-payment-intent', { price, ...named }, who.headers)
    for (const named of [{ orderId: orders[2]!._id }, {}])
      expect((await start(9.99, named)).json()).toMatchObject({ reason: 'price_differs', price: 69.99 })
    expect((await start(69.99)).status).toBe(200)
  })

  test('costs less when one of its orders is cancelled, and an older intent pays nothing any more', async () => {
    const { who, orders, purchaseId } = await bought(three)
    const before = await pay.start(who, purchaseId)
    expect((await cancel(who, orders[0]!._id)).json()).toEqual({ deletedCount: 1 })
    expect(await pay.confirmCard(before)).toBe(false)
    expect(await purchaseOf(who, purchaseId)).toMatchObject({ total: 59.99 })
    const after = await pay.start(who, purchaseId)
    expect(after.transactionId).not.toBe(before.transactionId)
    expect(await pay.confirmCard(after)).toBe(true)
    expect((await pay.confirmPayment(who, orders[1]!._id, after.transactionId)).status).toBe(200)
    expect(await ordersOf(who)).toHaveLength(2)
  })

  test('paid in the moment in which an order of it is cancelled is never paid for more than it is', async () => {
    for (let round = 0; round < 5; round += 1) {
      const charged = await pay.netChargedCents()
      const { who, orders, purchaseId } = await bought(three.slice(0, 2))
      const started = await pay.start(who, purchaseId)
      await Promise.all([pay.confirmCard(started), cancel(who, orders[0]!._id)])
      await pay.confirmPayment(who, orders[1]!._id, started.transactionId)
      await pay.deliverWebhooks()
      await shop.payments.sweep()
      const left = await ordersOf(who)
      const owed = left.filter(({ paid: isPaid }: { paid: boolean }) => isPaid)
      const cents = owed.reduce((sum: number, { price }: { price: number }) => sum + price * 100, 0)
      expect((await pay.netChargedCents()) - charged).toBe(cents)
    }
  })

  test('expires as a whole, with one mail, and all pieces are for sale again', async () => {
    const { who, lines, purchaseId } = await bought(three)
    await shop.db
      .updateTable('orders')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('purchase_id', '=', purchaseId)
      .execute()
    await expireUnpaid(shop)
    expect(await ordersOf(who)).toEqual([])
    for (const { product } of lines) expect(await stockOf(shop, product.id)).toEqual({ left: 10, booked: 10 })
    const mails = await mailsTo(shop, who.email)
    expect(mails.filter((mail) => mail.includes('Your orders have ended unpaid'))).toHaveLength(1)
  })

  test('is refunded by order and by pieces until nothing is left, to the cent', async () => {
    const charged = await pay.netChargedCents()
    const { who, lines, orders } = await paid([...three.slice(0, 2), { priceCents: 333, quantity: 3 }])
    const [first, second, third] = orders.map(({ _id }) => _id)
    const net = async () => (await pay.netChargedCents()) - charged

    expect((await refund(third!, { quantity: 1 })).json()).toEqual({ outcome: 'refunded' })
    expect(await net()).toBe(6999 - 333)
    expect(await stockOf(shop, lines[2]!.product.id)).toEqual({ left: 8, booked: 8 })
    expect((await refund(third!, { quantity: 3 })).json()).toMatchObject({
      reason: 'fewer_to_refund',
      message: 'Only 2 of its pieces are not refunded yet.',
    })
    await refund(second!, { restock: false })
    expect(await net()).toBe(6999 - 333 - 5000)
    expect(await stockOf(shop, lines[1]!.product.id)).toEqual({ left: 8, booked: 8 })
    const shown = async (id: string) => (await shop.get(`/api/order/${id}`, who.headers)).json()
    expect(await shown(second!)).toMatchObject({ refunded: true, refund: { returned: 50 } })
    expect(await shown(third!)).toMatchObject({ refunded: false, refund: { returned: 3.33 } })
    expect(await shown(first!)).not.toHaveProperty('refund')

    await refund(third!, {})
    await refund(first!, {})
    expect(await net()).toBe(0)
    for (const id of [first!, second!, third!]) {
      expect(await shown(id)).toMatchObject({ refunded: true })
      expect((await refund(id, {})).status).toBe(409)
    }
  })

  test('refunded by two admins at once is refunded once', async () => {
    const charged = await pay.netChargedCents()
    const { orders } = await paid(three.slice(0, 2))
    const answers = await Promise.all([1, 2, 3].map(() => refund(orders[1]!._id, {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await pay.netChargedCents()) - charged).toBe(1000)
  })

  test('whose refund fails is refunded again for the same pieces', async () => {
    const { who, orders } = await paid(three.slice(0, 2), 'pm_card_refundFail')
    await refund(orders[1]!._id, { quantity: 1 })
    await shop.standIn!.finishRefunds()
    await shop.standIn!.webhooks.wake()
    const [failed] = (await shop.get('/api/refunds', admin.headers)).json()
    expect(failed).toMatchObject({ state: 'failed', amount: 25 })
    await shop.post(`/api/refunds/${failed._id}/retry`, {}, admin.headers)
    const lines = await shop.db
      .selectFrom('refund_lines')
      .selectAll()
      .where('order_id', '=', orders[1]!._id)
      .execute()
    expect(lines).toMatchObject([{ quantity: 1, cents: 2500 }])
    expect(lines[0]!.refund_id).not.toBe(failed._id)
    const shown = (await shop.get(`/api/order/${orders[1]!._id}`, who.headers)).json()
    expect(shown.refund).toBeDefined()
  })

  test('is shown to its customer and to admins alone', async () => {
    const { who, purchaseId } = await bought(three)
    const other = await somebody()
    expect((await shop.get(`/api/purchases/${purchaseId}`, other.headers)).status).toBe(403)
    expect((await shop.get(`/api/purchases/${purchaseId}`, admin.headers)).status).toBe(200)
    expect((await shop.get('/api/purchases/none', who.headers)).status).toBe(404)
  })
})
