import { generateProducts } from '../generate-products.mjs'
import { emailOf, generateRecords, transactionOf } from '../generate-records.mjs'
import { drawingTimes } from './admin-browser.mjs'
import { median } from './figures.mjs'
import { startShop } from './servers.mjs'
import { admin, fetchJson, signIn } from './sign-in.mjs'

const few = 20
const many = 10_000
const rounds = 130
const firstSlow = 30
const pages = [
  { path: '/dashboard/manageProducts', route: '/api/manage/services?page=1&limit=20' },
  { path: '/dashboard/users', route: '/api/users?page=1&limit=20' },
  { path: '/dashboard/allOrders', route: '/api/orders?page=1&limit=20' },
  { path: '/dashboard/messages', route: '/api/messages?page=1&limit=20' },
  { path: '/dashboard/newsletter', route: '/api/newsletter?page=1&limit=20' },
  { path: '/dashboard/audit', route: '/api/audit?page=1&limit=20' },
]
const searches = {
  'orders of a whole address': emailOf(9),
  'order of a whole transaction': transactionOf(9),
  'orders by a piece of a word': 'bearing no. 12',
}

/**
 * The first page of each of the admin's tables with few and with many rows.
 * @param {string} engine @param {(name: string) => Record<string, string> | Promise<Record<string, string>>} dataOf
 */
export async function adminTables(engine, dataOf) {
  const small = await filledShop(few, await dataOf('admin_few'))
  const large = await filledShop(many, await dataOf('admin_many'))
  const drawn = await drawingTimes(
    [small, large],
    pages.map(({ path }) => path),
  )
  const rows = []
  for (const { path, route } of pages) {
    const [one = Number.NaN, two = Number.NaN] = await serverTimes([small, large], route)
    const { clicked = [], loaded = [] } = drawn.get(path) ?? {}
    rows.push([
      path,
      `${one.toFixed(1)} ms`,
      `${two.toFixed(1)} ms (x${(two / one).toFixed(2)})`,
      ...[...clicked, ...loaded].map((ms) => `${Math.round(ms)} ms`),
    ])
  }
  for (const [what, q] of Object.entries(searches)) {
    const path = `/api/orders?page=1&limit=20&q=${encodeURIComponent(q)}`
    const [one, two] = await serverTimes([small, large], path)
    rows.push([what, `${one?.toFixed(1)} ms`, `${two?.toFixed(1)} ms`, '', '', '', ''])
  }
  await small.stop()
  await large.stop()
  return {
    title: `The admin's tables on ${engine}`,
    note:
      `Their first pages with ${few} and with ${many.toLocaleString('en-US')} rows. The server: median until the last ` +
      'byte of the rows. The browser: until the rows are painted, after a click in the menu and when the page is ' +
      'loaded again, the quickest of some. Wanted: at most 20 ms and twice the time on the server, 300 ms in the browser.',
    head: [
      '',
      'server, few',
      'server, many',
      'by the menu, few',
      'by the menu, many',
      'loaded, few',
      'loaded, many',
    ],
    rows,
  }
}

/** @param {number} rows @param {Record<string, string>} data */
async function filledShop(rows, data) {
  const settings = { ...data, SPINNERS: 'off' }
  await (await startShop(settings)).stop()
  await generateProducts(rows, data)
  await generateRecords(rows, data)
  const shop = await startShop(settings)
  return { ...shop, authorization: (await signIn(shop.url, admin)).authorization }
}

/** Taken in turns, so that both meet the same machine. @param {{ url: string, authorization: string }[]} shops @param {string} path */
async function serverTimes(shops, path) {
  const times = shops.map(() => /** @type {number[]} */ ([]))
  for (let round = 0; round < rounds; round += 1)
    for (const [n, { url, authorization }] of shops.entries()) {
      const startedAt = performance.now()
      await fetchJson(url, 'GET', path, undefined, authorization)
      times[n]?.push(performance.now() - startedAt)
    }
  return times.map((all) => median(all.slice(firstSlow)))
}
