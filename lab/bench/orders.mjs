import { join } from 'node:path'
import { median, quantile, withSpread } from './figures.mjs'
import { report, startShop } from './servers.mjs'
import { admin, customer, fetchJson, signIn } from './sign-in.mjs'

const buyers = 32
const pieces = 1_000_000

/** @typedef {(name: string) => Record<string, string> | Promise<Record<string, string>>} DataOf */

/** @param {DataOf} onSqlite @param {DataOf | undefined} onPostgres */
export async function ordersPart(onSqlite, onPostgres) {
  const rows = []
  for (const [engine, dataOf] of /** @type {const} */ ([
    ['SQLite', onSqlite],
    ['PostgreSQL', onPostgres],
  ])) {
    if (!dataOf) continue
    const { orders, checkouts, pages } = await ordersAgainstBare(engine, await dataOf('orders'), {
      rounds: 3,
    })
    rows.push([
      engine,
      String(Math.round(orders.ours)),
      String(Math.round(orders.bare)),
      withSpread(orders.ratios),
      orders.cpuMsEach.toFixed(2),
      `${Math.round(checkouts.ours)} to ${Math.round(checkouts.bare)}: ${withSpread(checkouts.ratios)}`,
      ...pages.map(
        ({ p99 }) =>
          `${p99.idle.toFixed(2)} and ${p99.busy.toFixed(2)} (x${(p99.busy / p99.idle).toFixed(1)})`,
      ),
    ])
  }
  return {
    title: `Orders by ${buyers} buyers at once`,
    note:
      'Orders per second over HTTP and as the bare transaction with the bare driver, and what one cost the server (without the database server); checkouts of three parts in the same way; then p99 in milliseconds of two ' +
      'cached pages before and during the orders. Each order changes what the shop page shows, so that page is rendered ' +
      'again and again.',
    head: [
      '',
      'orders/s',
      'bare/s',
      'ratio',
      'processor ms each',
      'checkouts of 3 parts/s',
      'p99 of /blogs',
      'p99 of /shop',
    ],
    rows,
  }
}

/**
 * Orders over HTTP beside their bare transaction, and how a cached page fares meanwhile.
 * @param {string} engine @param {Record<string, string>} data @param {{ rounds?: number, seconds?: number }} [length]
 */
export async function ordersAgainstBare(engine, data, { rounds = 5, seconds = 3 } = {}) {
  const shop = await startShop(data)
  const products = await stocked(shop.url)
  const { authorization } = await signIn(shop.url, customer)
  const buying = { url: shop.url, authorization, products, buyers, seconds }
  const bare = {
    file: join(data.DATA_DIR ?? '', 'shop.db'),
    databaseUrl: data.DATABASE_URL,
    products,
    buyers,
    seconds,
  }
  await report('buyers.mjs', { ...buying, seconds: 2 })
  const orders = await compared(shop, { buying, bare, rounds })
  const checkouts = await compared(shop, {
    buying: { ...buying, lines: 3 },
    bare: { ...bare, lines: 3 },
    rounds,
  })
  for (const [what, seen] of /** @type {const} */ ([
    ['orders', orders],
    ['checkouts of 3 parts', checkouts],
  ]))
    console.log(
      `  ${engine}: ${Math.round(seen.ours)} ${what}/s by ${buyers} buyers, bare transaction ` +
        `${Math.round(seen.bare)}/s, ratio ${withSpread(seen.ratios)}`,
    )
  const pages = []
  for (const path of ['/blogs', '/shop']) pages.push(await pageMeanwhile(engine, path, buying))
  await shop.stop()
  return { orders, checkouts, pages }
}

/** @param {import('./servers.mjs').Server} shop @param {{ buying: { seconds: number, lines?: number }, bare: object, rounds: number }} how */
async function compared(shop, { buying, bare, rounds }) {
  /** @type {{ ours: number, bare: number }[]} */
  const seen = []
  let cpuMs = 0
  let sold = 0
  const buy = async () => {
    const before = shop.cpuSeconds()
    const ours = await report('buyers.mjs', buying)
    cpuMs += (shop.cpuSeconds() - before) * 1000
    sold += ours.perSecond * buying.seconds
    return ours
  }
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes, so that neither always meets the warmer machine.
    const first = round % 2 ? await report('bare-orders.mjs', bare) : await buy()
    const second = round % 2 ? await buy() : await report('bare-orders.mjs', bare)
    const [ours, theirs] = round % 2 ? [second, first] : [first, second]
    seen.push({ ours: ours.perSecond, bare: theirs.perSecond })
  }
  return {
    ours: median(seen.map((round) => round.ours)),
    bare: median(seen.map((round) => round.bare)),
    ratios: seen.map((round) => round.ours / round.bare),
    cpuMsEach: cpuMs / sold,
  }
}

/** @param {string} engine @param {string} path @param {{ url: string, seconds: number }} buying */
async function pageMeanwhile(engine, path, buying) {
  const visiting = { url: buying.url, path, everyMs: 5, seconds: 4 }
  await report('visitor.mjs', { ...visiting, seconds: 1 })
  const idle = await report('visitor.mjs', visiting)
  // The buyers are there before the visitor comes and stay until they have left.
  const selling = report('buyers.mjs', { ...buying, seconds: 6 })
  await new Promise((done) => setTimeout(done, 1000))
  const busy = await report('visitor.mjs', visiting)
  const { perSecond } = await selling
  const p99 = { idle: quantile(idle, 0.99), busy: quantile(busy, 0.99) }
  console.log(
    `  ${engine}: ${path} p99 ${p99.idle.toFixed(2)} ms idle, ${p99.busy.toFixed(2)} ms during ` +
      `${Math.round(perSecond)} orders/s (x${(p99.busy / p99.idle).toFixed(1)}); ` +
      `median ${median(idle).toFixed(2)} and ${median(busy).toFixed(2)} ms`,
  )
  return { path, p99, median: { idle: median(idle), busy: median(busy) } }
}

/** Every product with more pieces than a run can sell. @param {string} url */
async function stocked(url) {
  const { authorization } = await signIn(url, admin)
  const products = await fetchJson(url, 'GET', '/api/services')
  for (const { _id } of products)
    await fetchJson(url, 'PUT', `/api/services/${_id}`, { availableQty: pieces }, authorization)
  return products
}
