import { setTimeout as sleep } from 'node:timers/promises'
import { admin, customer, fetchJson, signIn } from '../bench/sign-in.mjs'
import { freshPostgres } from './fresh-postgres.mjs'
import { keepAliveAgent, send } from './send.mjs'
import { aFolder, startShop } from './shop.mjs'

const buyers = 8
const longestRoundMs = 700
const pauseWhenClosedMs = 20

export const checkoutOnSqlite = {
  name: 'kill-checkout-sqlite',
  what: 'kill -9 of the server during checkout and payment, SQLite',
  run: (/** @type {number} */ share) =>
    rounds(Math.ceil(100 * share), { DATA_DIR: aFolder(), TRUST_PROXY: 'on' }),
}

export const checkoutOnPostgres = {
  name: 'kill-checkout-postgres',
  what: 'kill -9 of the server during checkout and payment, PostgreSQL',
  async run(/** @type {number} */ share) {
    const postgres = await freshPostgres()
    try {
      return await rounds(Math.ceil(100 * share), {
        DATA_DIR: aFolder(),
        DATABASE_URL: postgres.url,
        TRUST_PROXY: 'on',
      })
    } finally {
      await postgres.stop()
    }
  },
}

/** @param {number} kills @param {Record<string, string>} settings */
async function rounds(kills, settings) {
  let shop = await startShop(settings)
  const load = await startCheckouts(shop.url)
  let slowestStartMs = 0
  for (let kill = 0; kill < kills; kill += 1) {
    // Not before this server has confirmed a payment, so that every kill interrupts checkouts and payments.
    const before = load.paid.size
    while (load.paid.size === before) await sleep(5)
    await sleep(Math.random() * longestRoundMs)
    await shop.kill()
    const startedAt = performance.now()
    shop = await startShop(settings)
    slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt)
    load.switchTo(shop.url)
  }
  await load.stop()
  const { lost, unpaid, partial, gaps, receipts } = await load.losses()
  await shop.stop()
  return {
    figure:
      `${kills} kills, ${load.placed.size} purchases confirmed, ${lost} lost, ${partial} incomplete; ` +
      `${load.paid.size} payments confirmed, ${unpaid} lost; ${receipts} receipts, ${gaps} gaps or doubles; ` +
      `open again after ${(slowestStartMs / 1000).toFixed(1)} s at most`,
    passed: lost + unpaid + partial + gaps === 0 && load.paid.size > kills,
  }
}

/** Customers who check out two parts at once, pay with a test card and do so again. @param {string} url */
async function startCheckouts(url) {
  const { authorization } = await signIn(url, customer)
  const boss = await signIn(url, admin)
  /** @type {{ _id: string, price: number, orderQty: number }[]} */
  const products = (await fetchJson(url, 'GET', '/api/services')).slice(0, 2)
  for (const { _id } of products)
    await fetchJson(url, 'PUT', `/api/services/${_id}`, { availableQty: 1_000_000 }, boss.authorization)
  const { publishableKey } = await fetchJson(url, 'GET', '/api/pay-config')
  const lines = products.map(({ _id, orderQty }) => ({ productId: _id, quantity: orderQty, size: 'M' }))
  const cents = products.reduce((sum, it) => sum + Math.round(it.price * 100) * it.orderQty, 0)
  const agent = keepAliveAgent()
  /** @type {Map<string, string>} by purchase the order that names it */
  const placed = new Map()
  /** @type {Set<string>} */
  const paid = new Set()
  let address = url
  let buying = true

  /** @param {string} path @param {string} method @param {unknown} [body] */
  const call = (path, method, body) =>
    send(address, path, {
      method,
      authorization,
      agent,
      headers: somewhere(),
      ...(body !== undefined && { body }),
    })

  async function buy() {
    while (buying) {
      const answer = await call('/api/checkout', 'POST', { lines, total: cents / 100 })
      if (answer.status !== 200) {
        await sleep(pauseWhenClosedMs)
        continue
      }
      const { purchaseId, orderId } = JSON.parse(answer.text)
      placed.set(purchaseId, orderId)
      if (await pay(orderId)) paid.add(purchaseId)
    }
  }

  /** True when the shop has confirmed it. @param {string} orderId */
  async function pay(orderId) {
    const started = await call('/create-payment-intent', 'POST', { orderId, price: cents / 100 })
    if (started.status !== 200) return false
    const { clientSecret } = JSON.parse(started.text)
    const [transactionId] = clientSecret.split('_secret_')
    const charged = await send(address, `/v1/payment_intents/${transactionId}/confirm`, {
      method: 'POST',
      authorization: `Bearer ${publishableKey}`,
      agent,
      headers: somewhere(),
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
    })
    if (charged.status !== 200) return false
    const body = { transactionId, appointmentId: orderId }
    return (await call(`/api/order/${orderId}`, 'PATCH', body)).status === 200
  }

  const all = Array.from({ length: buyers }, buy)
  return {
    placed,
    paid,
    /** @param {string} there */
    switchTo: (there) => {
      address = there
    },
    async stop() {
      buying = false
      await Promise.all(all)
      agent.destroy()
    },
    /** Purchases and payments that were confirmed and are gone, and numbers of receipts that are missing or double. */
    async losses() {
      let lost = 0
      let unpaid = 0
      let partial = 0
      for (const id of placed.keys()) {
        const answer = await send(address, `/api/purchases/${id}`, { authorization })
        if (answer.status !== 200) lost += 1
        else {
          const { orders, receipts } = JSON.parse(answer.text)
          if (orders.length !== lines.length) partial += 1
          if (paid.has(id) && !receipts[0]?.number) unpaid += 1
        }
      }
      const { receipts } = await fetchJson(address, 'GET', '/api/my-data', undefined, authorization)
      const numbers = receipts
        .filter((/** @type {{ series: string }} */ { series }) => series === 'R')
        .map((/** @type {{ number: number }} */ { number }) => number)
        .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b)
      const gaps = numbers.filter((/** @type {number} */ number, /** @type {number} */ n) => number !== n + 1)
      return { lost, unpaid, partial, gaps: gaps.length, receipts: numbers.length }
    },
  }
}

/** As many customers, each at an address of its own. */
const somewhere = () => ({ 'x-forwarded-for': `10.${aByte()}.${aByte()}.${aByte()}` })
const aByte = () => Math.floor(Math.random() * 256)
