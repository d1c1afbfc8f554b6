import { join } from 'node:path'
import { median, withSpread } from './figures.mjs'
import { loadOn } from './load.mjs'
import { started, startShop } from './servers.mjs'
import { asked, customer, signIn } from './sign-in.mjs'

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
      `Requests per second, ${rounds} rounds of ${secondsPerRound} s, beside a bare node:http server that asks the same ` +
      'of the bare driver. The shop keeps the product until it changes; for My Orders it first finds out who is asking.',
    head: ['', 'engine', 'shop/s', 'bare/s', 'ratio'],
    rows,
  }
}

/** @param {string} engine @param {Record<string, string>} data */
async function readsAgainstBare(engine, data) {
  const shop = await startShop(data)
  const { email, authorization } = await signIn(shop.url, customer)
  const [part] = await asked(shop.url, 'GET', '/api/services')
  const wish = { productId: part._id, quantity: part.orderQty, size: 'M' }
  const price = Math.round(part.price * 100 * part.orderQty) / 100
  for (let n = 0; n < ordersOfCustomer; n += 1) {
    const { availableQty } = await asked(shop.url, 'GET', `/api/service/${part._id}`)
    if (availableQty < part.orderQty) break
    await asked(shop.url, 'POST', '/api/orders', { ...wish, price }, authorization)
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
    /** @type {{ shop: number, bare: number }[]} */
    const seen = []
    for (let round = 0; round < rounds; round += 1) {
      const [first, second] = round % 2 ? [bare, shop] : [shop, bare]
      const one = await loadOn(`${first.url}${path}`, secondsPerRound, { authorization })
      const two = await loadOn(`${second.url}${path}`, secondsPerRound, { authorization })
      const [ours, theirs] = round % 2 ? [two, one] : [one, two]
      seen.push({ shop: ours.perSecond, bare: theirs.perSecond })
    }
    const [ours, theirs] = [median(seen.map((s) => s.shop)), median(seen.map((s) => s.bare))].map(Math.round)
    rows.push([
      path.replace(/[^/]+$/, '…'),
      engine,
      `${ours}`,
      `${theirs}`,
      withSpread(seen.map((s) => s.shop / s.bare)),
    ])
  }
  await shop.stop()
  await bare.stop()
  return rows
}
