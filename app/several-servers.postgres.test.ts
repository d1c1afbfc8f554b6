import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { toCents } from '~/platform/money.ts'
import { aProduct, stockOf } from '~/test/a-product.ts'
import { aBalancer } from '~/test/balancer.ts'
import { startBuilt } from '~/test/built.ts'
import { send } from '~/test/http.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

const buyers = 90
const pieces = 60

test('three servers behind a balancer sell each piece once, at the right price, while one is killed and replaced', async () => {
  // The fourth makes people and counts afterwards; it serves nobody.
  const shop = await aShop({ DEMO: 'off' })
  const settings = { ...shop.settings, DEMO: 'off' }
  const servers = await Promise.all([1, 2, 3].map(() => startBuilt(settings)))
  const balancer = await aBalancer(servers.map(({ url }) => url))
  const tyre = await aProduct(shop, { availableQty: pieces, priceCents: 2500 })
  const admin = await signedIn(shop, { email: 'admin@several.example', admin: true })
  const people = await Promise.all(
    Array.from({ length: buyers }, (_, n) => signedIn(shop, { email: `buyer${n}@several.example` })),
  )
  let answered = 0
  let repriced = ''

  /** As a browser does: the same order again after a failure, and the new price only when the shop names one. */
  async function buys({ headers }: { headers: Record<string, string> }) {
    for (let price = 25; ; ) {
      const key = `order-at-${price}`
      const answer = await send(balancer.url, '/api/orders', {
        method: 'POST',
        body: { productId: tyre.id, quantity: 1, size: 'M', price },
        headers: { ...headers, 'idempotency-key': key },
      }).catch(() => undefined)
      if (!answer || answer.status >= 500) {
        await sleep(50)
        continue
      }
      answered += 1
      if (answer.status === 200) return { orderId: answer.json().insertedId as string, price }
      expect(answer.status).toBe(409)
      if (answer.json().reason === 'out_of_stock') return undefined
      expect(answer.json().reason).toBe('price_changed')
      price = 30
    }
  }
  const after = (count: number) =>
    vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(count), { timeout: 60_000, interval: 5 })
  async function killAndReplaceOne() {
    await after(10)
    servers[1]!.child.kill('SIGKILL')
    await servers[1]!.ended
    servers[1] = await startBuilt(settings)
    balancer.replace(1, servers[1].url)
  }
  async function raisePrice() {
    await after(25)
    const seen = (await send(servers[0]!.url, `/api/service/${tyre.id}`)).json()
    const { orderQty, productDescription, image } = seen
    const body = { price: 30, orderQty, productDescription, image, seen }
    const raised = await send(servers[0]!.url, `/api/services/${tyre.id}/details`, {
      method: 'PUT',
      body,
      headers: admin.headers,
    })
    expect(raised.status).toBe(200)
    repriced = new Date().toISOString()
  }
  const raising = raisePrice()
  const replacing = killAndReplaceOne()
  const bought = []
  // A few at a time, and the last ones after everything: so there is a before, a meanwhile and an after.
  for (let n = 0; n < buyers; n += 15) {
    if (n === 45) await Promise.all([raising, replacing])
    bought.push(...(await Promise.all(people.slice(n, n + 15).map(buys))))
  }

  const orders = await shop.db
    .selectFrom('orders')
    .selectAll()
    .where('product_id', '=', tyre.id)
    .orderBy('id')
    .execute()
  const confirmed = bought.filter((order) => order !== undefined)
  expect(orders).toHaveLength(pieces)
  expect(orders.map(({ id }) => id)).toEqual(confirmed.map(({ orderId }) => orderId).sort())
  expect(new Set(orders.map(({ customer_id }) => customer_id)).size).toBe(pieces)
  expect(await stockOf(shop, tyre.id)).toEqual({ left: 0, booked: 0 })
  for (const { id, unit_cents, created_at } of orders) {
    expect(unit_cents).toBe(toCents(confirmed.find(({ orderId }) => orderId === id)!.price))
    if (unit_cents === 2500) expect(created_at <= repriced).toBe(true)
  }
  expect(orders.some(({ unit_cents }) => unit_cents === 3000)).toBe(true)
  for (const { url } of servers)
    await vi.waitFor(
      async () =>
        expect((await send(url, `/api/service/${tyre.id}`)).json()).toMatchObject({
          price: 30,
          availableQty: 0,
        }),
      { timeout: 20_000 },
    )
  expect(balancer.served.every((count) => count > 0)).toBe(true)
}, 240_000)
