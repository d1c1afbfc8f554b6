import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

type Person = Awaited<ReturnType<typeof signedIn>>
let shop: TestShop
let people = 0
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
})

const somebody = () => signedIn(shop, { email: `buyer-${++people}@again.example` })
const again = (who: Person, id: string, body: object = {}) =>
  shop.post(`/api/purchases/${id}/again`, body, who.headers)

async function ordered(who: Person, ...quantities: number[]) {
  const parts = []
  for (const quantity of quantities) parts.push({ ...(await aProduct(shop, { availableQty: 10 })), quantity })
  const lines = parts.map(({ id, price, quantity }) => ({ productId: id, size: 'M', quantity, price }))
  const total = parts.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const answer = await shop.post('/api/checkout', { lines, total }, who.headers)
  return { purchaseId: answer.json().purchaseId as string, parts }
}

test('the parts of a purchase are in the cart again, at today’s price and once, however often it is asked', async () => {
  const who = await somebody()
  const { purchaseId, parts } = await ordered(who, 2, 3)
  await shop.db.updateTable('products').set({ price_cents: 1234 }).where('id', '=', parts[0]!.id).execute()
  const answers = await Promise.all([again(who, purchaseId), again(who, purchaseId)])
  for (const answer of answers) expect(answer.json().shortages).toEqual([])
  const { lines } = (await shop.get('/api/cart', who.headers)).json()
  expect(lines).toMatchObject([
    { productId: parts[0]!.id, quantity: 2, price: 12.34 },
    { productId: parts[1]!.id, quantity: 3, price: 25 },
  ])
})

test('the parts are for the car that the customer drives now', async () => {
  const who = await somebody()
  const { purchaseId, parts } = await ordered(who, 1)
  const car = { vehicleId: 'a-golf', facts: 'gearbox=manual' }
  expect((await again(who, purchaseId, { car })).json().cart.lines).toMatchObject([{ car }])
  expect((await again(who, purchaseId)).json().cart.lines).toMatchObject([{ productId: parts[0]!.id, car }])
  expect((await again(who, purchaseId, { car: { vehicleId: 7 } })).status).toBe(422)
})

test('what is left of a part is put into the cart, and what is gone or out is said', async () => {
  const who = await somebody()
  const { purchaseId, parts } = await ordered(who, 5, 2, 2)
  const [few, out, gone] = parts.map(({ id }) => id)
  await shop.db.updateTable('products').set({ available_qty: 3 }).where('id', '=', few!).execute()
  await shop.db.updateTable('products').set({ available_qty: 0 }).where('id', '=', out!).execute()
  await shop.db.deleteFrom('products').where('id', '=', gone!).execute()
  const { cart, shortages } = (await again(who, purchaseId)).json()
  expect(cart.lines).toMatchObject([{ productId: few, quantity: 3 }])
  expect(shortages).toMatchObject([
    { productName: parts[0]!.name, wanted: 5, got: 3, isGone: false },
    { wanted: 2, got: 0, isGone: false },
    { wanted: 2, got: 0, isGone: true },
  ])
})

test('nobody orders again what somebody else has bought', async () => {
  const [who, other] = [await somebody(), await somebody()]
  const { purchaseId } = await ordered(who, 1)
  expect((await again(other, purchaseId)).status).toBe(403)
  expect((await again(who, 'none')).status).toBe(404)
  expect((await shop.get('/api/cart', other.headers)).json().lines).toEqual([])
})
