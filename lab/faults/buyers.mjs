import { setTimeout as sleep } from 'node:timers/promises'
import { admin, asked, customer, signIn } from '../bench/sign-in.mjs'
import { ask, keptAlive } from './ask.mjs'

const stock = 1_000_000
const pauseWhenClosedMs = 20

/**
 * Buyers who order one piece after the other and write down what was confirmed, as witnesses of what the shop must
 * still know afterwards.
 * @param {string} url @param {number} count
 */
export async function sendBuyers(url, count) {
  const { authorization } = await signIn(url, customer)
  const product = await restocked(url)
  const agent = keptAlive()
  /** @type {Set<string>} */
  const confirmed = new Set()
  /** @type {Record<number, number>} */
  const answers = {}
  let withoutRetryAfter = 0
  let slowestMs = 0
  let unknown = 0
  let address = url
  let buying = true

  async function buy() {
    while (buying) {
      const body = { productId: product._id, quantity: product.orderQty, size: 'M', price: product.total }
      const { status, text, headers, ms } = await ask(address, '/api/orders', {
        method: 'POST',
        body,
        authorization,
        agent,
      })
      answers[status] = (answers[status] ?? 0) + 1
      if (status === 200) confirmed.add(JSON.parse(text).insertedId)
      else if (status === 0 || status >= 500) unknown += 1
      if (status === 503 && !headers['retry-after']) withoutRetryAfter += 1
      if (status !== 0) slowestMs = Math.max(slowestMs, ms)
      if (status !== 200) await sleep(pauseWhenClosedMs)
    }
  }
  const all = Array.from({ length: count }, buy)
  return {
    answers,
    confirmed,
    slowestMs: () => slowestMs,
    withoutRetryAfter: () => withoutRetryAfter,
    /** @param {string} there */
    moveTo: (there) => {
      address = there
    },
    async goHome() {
      buying = false
      await Promise.all(all)
      agent.destroy()
    },
    /** Confirmed orders that the shop has lost, orders nobody can have placed, and pieces that do not add up. */
    async losses() {
      /** @type {{ _id: string, productId?: string }[]} */
      const orders = await asked(address, 'GET', `/api/orders/${customer.email}`, undefined, authorization)
      const known = new Set(orders.map(({ _id }) => _id))
      const mine = known.size - product.ordersBefore
      const { availableQty } = await asked(address, 'GET', `/api/service/${product._id}`)
      return {
        lost: [...confirmed].filter((id) => !known.has(id)).length,
        invented: Math.max(0, mine - confirmed.size - unknown),
        misplaced: stock - availableQty - mine * product.orderQty,
      }
    },
  }
}

/** A product with pieces enough for everybody. @param {string} url */
async function restocked(url) {
  const boss = await signIn(url, admin)
  const [product] = await asked(url, 'GET', '/api/services')
  await asked(url, 'PUT', `/api/services/${product._id}`, { availableQty: stock }, boss.authorization)
  const buyer = await signIn(url, customer)
  const orders = await asked(url, 'GET', `/api/orders/${customer.email}`, undefined, buyer.authorization)
  const total = Math.round(product.price * 100 * product.orderQty) / 100
  return { ...product, total, ordersBefore: orders.length }
}
