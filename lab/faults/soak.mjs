import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, customer, fetchJson, signIn } from '../bench/sign-in.mjs'
import { residentMegabytes } from './connections.mjs'
import { keepAliveAgent, send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

const seconds = (/** @type {number} */ count) => count * 1000
const visitors = 8
const pauseMs = 10
/** Caches fill and code is compiled in the first part; what grows after that would grow for ever. */
const warmUp = 0.4
const mostMegabytesPerMinute = 1

export const soak = {
  name: 'soak',
  what: 'five minutes of pages, searches, orders, payments started, cancellations and admin lists at once',
  async run(/** @type {number} */ share) {
    const shop = await startShop({ DATA_DIR: aFolder() }, { inside: 'memory.mjs' })
    const buyer = await signIn(shop.url, customer)
    const boss = await signIn(shop.url, admin)
    const products = await fetchJson(shop.url, 'GET', '/api/services')
    for (const { _id } of products)
      await fetchJson(shop.url, 'PUT', `/api/services/${_id}`, { availableQty: 100_000 }, boss.authorization)
    const agent = keepAliveAgent()
    /** @type {Record<number, number>} */
    const answers = {}
    let calls = 0
    let open = true

    const visit = async (/** @type {string} */ path, /** @type {object} */ sent = {}) => {
      const answer = await send(shop.url, path, { ...sent, agent })
      answers[answer.status] = (answers[answer.status] ?? 0) + 1
      calls += 1
      return answer
    }
    const order = async () => {
      const { _id, price, deposit, orderQty } = products[calls % products.length]
      const total = Math.round((price + deposit) * 100 * orderQty) / 100
      const body = { productId: _id, quantity: orderQty, size: 'M', price: total }
      const { text } = await visit('/api/orders', { method: 'POST', body, ...buyer })
      const { insertedId: id } = JSON.parse(text)
      await visit(`/api/order/${id}`, buyer)
      if (total > 0 && calls % 3 === 0)
        await visit('/create-payment-intent', {
          method: 'POST',
          body: { orderId: id, price: total },
          ...buyer,
        })
      await visit(`/api/orders/${id}`, { method: 'DELETE', ...buyer })
    }
    const acts = [
      () => visit('/'),
      () => visit('/shop?page=2'),
      () => visit(`/shop?q=${['brake', 'filter', 'oil', 'wheel'][calls % 4]}`),
      () => visit(`/services/${products[calls % products.length]._id}`),
      () => visit('/api/services'),
      () => visit(`/nothing-${calls % 1000}`),
      () => visit(`/api/orders/${customer.email}?page=1&limit=20`, buyer),
      () => visit('/api/orders?page=1&limit=20', boss),
      () => visit('/api/users?page=1&limit=20', boss),
      order,
    ]
    const visitor = async (/** @type {number} */ n) => {
      for (let turn = n; open; turn += 1) {
        await acts[turn % acts.length]?.()
        await sleep(pauseMs)
      }
    }
    const running = Array.from({ length: visitors }, (_, n) => visitor(n))

    const lastsMs = seconds(300) * Math.max(share, 0.4)
    const startedAt = Date.now()
    /** @type {{ minutes: number, heap: number, resident: number }[]} */
    const samples = []
    while (Date.now() - startedAt < lastsMs) {
      await sleep(lastsMs / 40)
      const passed = Date.now() - startedAt
      if (passed < lastsMs * warmUp) continue
      shop.child.send('memory')
      const [{ memory }] = await once(shop.child, 'message')
      const resident = residentMegabytes(shop.pid)
      samples.push({
        minutes: passed / seconds(60),
        heap: (memory.heapUsed + memory.external) / 1048576,
        resident,
      })
    }
    open = false
    await Promise.all(running)
    agent.destroy()
    await shop.stop()

    const heapSlope = slope(samples.map(({ minutes, heap }) => [minutes, heap]))
    const residentSlope = slope(samples.map(({ minutes, resident }) => [minutes, resident]))
    const { 200: well = 0, 404: unknown = 0, 429: limited = 0, ...rest } = answers
    const failed = Object.entries(rest).map(([status, count]) => `${count} x ${status}`)
    return {
      figure:
        `${calls} calls (${well} answered, ${unknown} not found, ${limited} limited, failed: ${failed.join(', ') || 0}); memory in use ` +
        `${samples.at(-1)?.heap.toFixed(1)} MB, ${signed(heapSlope)} MB a minute; resident ` +
        `${samples.at(-1)?.resident.toFixed(0)} MB, ${signed(residentSlope)} MB a minute`,
      passed: failed.length === 0 && heapSlope < mostMegabytesPerMinute,
    }
  },
}

const signed = (/** @type {number} */ number) => (number < 0 ? '' : '+') + number.toFixed(2)

/** Of the straight line that fits best. @param {number[][]} points */
function slope(points) {
  const mean = (/** @type {number} */ part) =>
    points.reduce((sum, point) => sum + (point[part] ?? 0), 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, [a = 0, b = 0]) => sum + (a - x) * (b - y), 0)
  const under = points.reduce((sum, [a = 0]) => sum + (a - x) ** 2, 0)
  return under === 0 ? 0 : over / under
}
