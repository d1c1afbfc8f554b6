import { withCodes } from './codes.mjs'
import { median, quantile, sum, withSpread } from './figures.mjs'
import { clientName, loadOn, speedOf } from './load.mjs'
import { report, startShop } from './servers.mjs'
import { admin, customer, fetchJson, signIn } from './sign-in.mjs'
import { inTurn } from './versions.mjs'

const buyers = 32
const pieces = 1_000_000
const rounds = 5
const secondsPerRound = 3
const linesOfCheckout = 3
/** Dollars, so that a code takes something off each of these parts. */
const leastForCode = 10
/** The customer whose orders are listed has had some, not the thousands of a run. */
const ordersOfCustomer = 24

/** @typedef {Awaited<ReturnType<typeof openFor>>} Shop */

/**
 * Orders over HTTP by many buyers, lists of a customer, and how a cached page fares meanwhile.
 * @param {string} engine @param {(name: string) => Record<string, string> | Promise<Record<string, string>>} dataOf
 * @param {import('./versions.mjs').Version[]} versions
 */
export async function orders(engine, dataOf, versions) {
  const shops = []
  for (const { version, folder } of versions)
    shops.push({ ...(await openFor(await dataOf(`orders_${version}`), folder)), version })
  const rows = [
    ...(await compared('My Orders', shops, ({ myOrders }) => myOrders)),
    ...(await compared('a product', shops, ({ product }) => product)),
    ...(await compared('orders', shops, ({ buying }) => buying)),
    ...(await compared(`checkouts of ${linesOfCheckout} parts`, shops, ({ checkingOut }) => checkingOut)),
  ]
  // Another version may know no codes.
  const [here] = shops
  if (here)
    rows.push(...(await withCodes(here, here.dearParts, { buyers, rounds, seconds: secondsPerRound })))
  for (const path of ['/blogs', '/shop'])
    for (const shop of shops)
      rows.push([`${path} meanwhile`, shop.version, '', '', await meanwhile(path, shop), ''])
  for (const shop of shops) await shop.stop()
  return {
    title: `Orders by ${buyers} buyers at once on ${engine}`,
    note:
      `${rounds} rounds of ${secondsPerRound} s, asked by ${clientName}. After x: how many times as much the client could have ` +
      'asked. Processor: what one cost the server, without a database server. The ratio is that of the same round, to the ' +
      'first version or to checkouts without a code, as median (lowest to highest). Meanwhile: a cached page before and ' +
      'during orders; each order changes numbers on the shop page, so these are filled in again and again.',
    head: ['', 'version', 'a second', 'processor ms', 'p99 ms', 'ratio'],
    rows,
  }
}

/** @param {Record<string, string>} data @param {string} folder */
async function openFor(data, folder) {
  const shop = await startShop(data, folder)
  const products = await stocked(shop.url)
  const { email, authorization } = await signIn(shop.url, customer)
  const buying = products.map((product) => order(product, authorization))
  for (let n = 0; n < ordersOfCustomer; n += 1) {
    const { path, body } = buying[n % buying.length] ?? { path: '', body: {} }
    await fetchJson(shop.url, 'POST', path, body, authorization)
  }
  return {
    ...shop,
    buying,
    checkingOut: products.map((_, n) =>
      checkout([...products, ...products].slice(n, n + linesOfCheckout), authorization),
    ),
    dearParts: products
      .filter(({ price }) => price >= leastForCode)
      .map((product) => checkout([product], authorization)),
    myOrders: [{ path: `/api/orders/${email}`, headers: { authorization } }],
    product: [{ path: `/api/service/${products[0]?._id}` }],
  }
}

/**
 * @param {string} what @param {(Shop & { version: string })[]} shops
 * @param {(shop: Shop) => import('./load.mjs').Request[]} requestsOf
 */
async function compared(what, shops, requestsOf) {
  for (const shop of shops) await loadOn(shop.url, 2, requestsOf(shop), buyers)
  const before = shops.map((shop) => shop.cpuSeconds())
  const seen = await inTurn(shops, rounds, (shop) =>
    loadOn(shop.url, secondsPerRound, requestsOf(shop), buyers),
  )
  return shops.map((shop, n) => {
    const loads = seen[n] ?? []
    const cpuMs = ((shop.cpuSeconds() - (before[n] ?? 0)) * 1000) / sum(loads.map(({ answers }) => answers))
    const ratios = loads.map(
      ({ perSecond }, round) => perSecond / (seen[0]?.[round]?.perSecond ?? Number.NaN),
    )
    const p99 = median(loads.map((load) => load.p99)).toFixed(1)
    return [what, shop.version, speedOf(loads), cpuMs.toFixed(2), p99, n === 0 ? '' : withSpread(ratios)]
  })
}

/** @param {string} path @param {Shop} shop */
async function meanwhile(path, { url, buying }) {
  const visiting = { url, path, everyMs: 5, seconds: 4 }
  await report('visitor.mjs', { ...visiting, seconds: 1 })
  const idle = quantile(await report('visitor.mjs', visiting), 0.99)
  // The buyers are there before the visitor comes and stay until they have left.
  const selling = loadOn(url, 6, buying, buyers)
  await new Promise((done) => setTimeout(done, 1000))
  const busy = quantile(await report('visitor.mjs', visiting), 0.99)
  await selling
  return `${idle.toFixed(1)} and ${busy.toFixed(1)} (x${(busy / idle).toFixed(1)})`
}

/** Every product with more pieces than a run can sell. @param {string} url @returns {Promise<any[]>} */
async function stocked(url) {
  const { authorization } = await signIn(url, admin)
  const products = await fetchJson(url, 'GET', '/api/services')
  for (const { _id } of products)
    await fetchJson(url, 'PUT', `/api/services/${_id}`, { availableQty: pieces }, authorization)
  return products
}

/** With the deposits for old parts. */
const centsOf = (/** @type {any} */ { price, deposit = 0, orderQty }) =>
  Math.round((price + deposit) * 100) * orderQty

/** @param {any} product @param {string} authorization */
const order = (product, authorization) => ({
  method: 'POST',
  path: '/api/orders',
  headers: { authorization },
  body: { productId: product._id, quantity: product.orderQty, size: 'M', price: centsOf(product) / 100 },
})

/** @param {any[]} products @param {string} authorization */
const checkout = (products, authorization) => ({
  method: 'POST',
  path: '/api/checkout',
  headers: { authorization },
  body: {
    lines: products.map(({ _id, orderQty }) => ({ productId: _id, quantity: orderQty, size: 'M' })),
    total: products.reduce((total, product) => total + centsOf(product), 0) / 100,
  },
})
