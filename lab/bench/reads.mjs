import { join } from 'node:path'
import { median, withSpread } from './figures.mjs'
import { clientName, isLimitedByClient, loadOn } from './load.mjs'
import { started, startShop } from './servers.mjs'
import { customer, fetchJson, signIn } from './sign-in.mjs'

const rounds = 5
const secondsPerRound = 2
const ordersOfCustomer = 24

/** @typedef {(name: string) => Record<string, string> | Promise<Record<string, string>>} DataOf */

/** @param {DataOf} onSqlite @param {DataOf | undefined} onPostgres */
export async function readsPart(onSqlite, onPostgres) {
  const rows = await readsAgainstBare('SQLite', await onSqlite('reads'))
  if (onPostgres) rows.push(...(await readsAgainstBare('PostgreSQL', await onPostgres('reads'))))
  return {
    title: 'Product detail and My Orders',
    note:
      `Requests per second, ${rounds} rounds of ${secondsPerRound} s, asked by ${clientName}, beside a bare node:http server ` +
      'that asks the same of the bare driver. After x: how many times as much the client could have asked. The shop keeps the product until it changes; for My Orders it first finds out who is asking.',
    head: ['', 'engine', 'shop/s', 'bare/s', 'ratio'],
    rows,
  }
}

/** @param {string} engine @param {Record<string, string>} data */
async function readsAgainstBare(engine, data) {
  const shop = await startShop(data)
  const { email, authorization } = await signIn(shop.url, customer)
  const [part] = await fetchJson(shop.url, 'GET', '/api/services')
  const input = { productId: part._id, quantity: part.orderQty, size: 'M' }
  const price = Math.round(part.price * 100 * part.orderQty) / 100
  for (let n = 0; n < ordersOfCustomer; n += 1) {
    const { availableQty } = await fetchJson(shop.url, 'GET', `/api/service/${part._id}`)
    if (availableQty < part.orderQty) break
    await fetchJson(shop.url, 'POST', '/api/orders', { ...input, price }, authorization)
  }
  const bare = await started(
    [
      join(import.meta.dirname, 'bare-reads.mjs'),
      JSON.stringify({ file: join(data.DATA_DIR ?? '', 'shop.db'), databaseUrl: data.DATABASE_URL }),
    ],
    {},
    /Listening on (\d+)/,
  )
  const rows = []
  for (const path of [`/api/service/${part._id}`, `/api/orders/${email}`]) {
    for (const { url } of [shop, bare]) await loadOn(`${url}${path}`, 1, { authorization })
    /** @type {{ shop: import('./load.mjs').Load, bare: import('./load.mjs').Load }[]} */
    const seen = []
    for (let round = 0; round < rounds; round += 1) {
      const [first, second] = round % 2 ? [bare, shop] : [shop, bare]
      const one = await loadOn(`${first.url}${path}`, secondsPerRound, { authorization })
      const two = await loadOn(`${second.url}${path}`, secondsPerRound, { authorization })
      const [ours, theirs] = round % 2 ? [two, one] : [one, two]
      seen.push({ shop: ours, bare: theirs })
    }
    const speed = (/** @type {'shop' | 'bare'} */ name) => {
      const loads = seen.map((one) => one[name])
      const least = Math.min(...loads.map(({ headroom }) => headroom))
      return `${Math.round(median(loads.map(({ perSecond }) => perSecond)))} (x${least.toFixed(1)})`
    }
    rows.push([
      path.replace(/[^/]+$/, '…'),
      engine,
      speed('shop'),
      speed('bare'),
      isLimitedByClient(seen.flatMap(({ shop, bare }) => [shop, bare]))
        ? 'the client was the limit'
        : withSpread(seen.map(({ shop, bare }) => shop.perSecond / bare.perSecond)),
    ])
  }
  await shop.stop()
  await bare.stop()
  return rows
}
