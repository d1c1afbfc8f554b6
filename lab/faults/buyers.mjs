import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, customer, fetchJson, signIn } from '../bench/sign-in.mjs'
import { keepAliveAgent, send } from './send.mjs'

const stock = 1_000_000
const pauseWhenClosedMs = 20

/**
 * Buyers who order one product after the other and record which orders were confirmed: the shop must still have them
 * afterwards, and no others. What was not answered is sent again with its key until it is.
 * @param {string} url @param {number} count
 */
export async function startBuyers(url, count) {
  const { authorization } = await signIn(url, customer)
  const product = await restocked(url)
  const agent = keepAliveAgent()
  /** @type {Set<string>} */
  const confirmed = new Set()
  /** @type {Record<number, number>} */
  const answers = {}
  /** @type {number[]} */
  const confirmedAt = []
  let withoutRetryAfter = 0
  let slowestMs = 0
  let address = url
  let buying = true

  async function buy() {
    while (buying) await order(randomUUID())
  }
  /** @param {string} key */
  async function order(key) {
    const body = { productId: product._id, quantity: product.orderQty, size: 'M', price: product.total }
    const sent = { method: 'POST', body, authorization, headers: { 'idempotency-key': key }, agent }
    let isOpen = true
    while (isOpen) {
      const { status, text, headers, ms } = await send(address, '/api/orders', sent)
      answers[status] = (answers[status] ?? 0) + 1
      if (status === 200) {
        confirmed.add(JSON.parse(text).insertedId)
        confirmedAt.push(performance.now())
      }
      if (status === 503 && !headers['retry-after']) withoutRetryAfter += 1
      if (status !== 0) slowestMs = Math.max(slowestMs, ms)
      if (status !== 200) await sleep(pauseWhenClosedMs)
      isOpen = status === 0 || status >= 500
    }
  }
  const all = Array.from({ length: count }, buy)
  return {
    answers,
    confirmed,
    slowestMs: () => slowestMs,
    /** Between two confirmed orders of which the later one came after this moment. @param {number} since */
    longestPauseMs: (since) =>
      Math.max(...confirmedAt.map((at, n) => (at > since ? at - (confirmedAt[n - 1] ?? since) : 0))),
    withoutRetryAfter: () => withoutRetryAfter,
    /** @param {string} there */
    switchTo: (there) => {
      address = there
    },
    async stop() {
      buying = false
      await Promise.all(all)
      agent.destroy()
    },
    /** Confirmed orders that the shop has lost, orders nobody can have placed, and pieces that do not add up. */
    async losses() {
      /** @type {{ _id: string, productId?: string }[]} */
      const orders = await fetchJson(
        address,
        'GET',
        `/api/orders/${customer.email}`,
        undefined,
        authorization,
      )
      const known = new Set(orders.map(({ _id }) => _id))
      const mine = known.size - product.ordersBefore
      const { availableQty } = await fetchJson(address, 'GET', `/api/service/${product._id}`)
      return {
        lost: [...confirmed].filter((id) => !known.has(id)).length,
        invented: Math.max(0, mine - confirmed.size),
        misplaced: stock - availableQty - mine * product.orderQty,
      }
    },
  }
}

/** A product with pieces enough for everybody. @param {string} url */
async function restocked(url) {
  const boss = await signIn(url, admin)
  const [product] = await fetchJson(url, 'GET', '/api/services')
  await fetchJson(url, 'PUT', `/api/services/${product._id}`, { availableQty: stock }, boss.authorization)
  const buyer = await signIn(url, customer)
  const orders = await fetchJson(url, 'GET', `/api/orders/${customer.email}`, undefined, buyer.authorization)
  const total = Math.round(product.price * 100 * product.orderQty) / 100
  return { ...product, total, ordersBefore: orders.length }
}
