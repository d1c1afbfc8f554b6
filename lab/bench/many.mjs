import { generateProducts } from '../generate-products.mjs'
import { median, quantile } from './figures.mjs'
import { timeOf } from './load.mjs'
import { report, startShop } from './servers.mjs'

const sizes = [18, 10_000, 100_000]
const firstSlow = 20
const times = 60
/** Each is asked for once, so none is cached; every fifth is mistyped. */
const searches = Array.from(
  { length: times },
  (_, n) =>
    [
      `ceramic brake pad ${1000 + n}`,
      `thermostat vans ${n}`,
      `coupes no. 1${n}`,
      `oxygn snesor for hatchbcaks ${n}`,
      `belt ${n}`,
    ][n % 5] ?? '',
)

/**
 * The first page, a late page, searches and the whole list with few and with many products.
 * @param {string} engine @param {(name: string) => Record<string, string> | Promise<Record<string, string>>} dataOf
 */
export async function manyAgainstFew(engine, dataOf) {
  const shops = []
  for (const products of sizes) {
    const data = await dataOf(`with_${products}`)
    const first = await startShop(data)
    if (products === sizes[0]) shops.push({ products, shop: first })
    else {
      await first.stop()
      await generateProducts(products, data)
      shops.push({ products, shop: await startShop(data) })
    }
  }
  const seen = shops.map((one) => ({
    ...one,
    first: /** @type {number[]} */ ([]),
    late: /** @type {number[]} */ ([]),
    search: /** @type {number[]} */ ([]),
    cached: /** @type {number[]} */ ([]),
  }))
  for (let n = 1; n <= times; n += 1)
    for (const { products, shop, ...took } of seen) {
      // Zeros before the number: an address that was never asked for, so the same page is made once more.
      const zeros = '0'.repeat(n)
      took.first.push(await timeOf(`${shop.url}/shop?page=${zeros}1`))
      took.late.push(await timeOf(`${shop.url}/shop?page=${zeros}${Math.ceil(products / 24)}`))
      took.search.push(
        await timeOf(`${shop.url}/api/services?q=${encodeURIComponent(searches[n - 1] ?? '')}`),
      )
      for (let again = 0; again < 5; again += 1) took.cached.push(await timeOf(`${shop.url}/shop`))
    }
  const rows = []
  for (const { products, shop, ...took } of seen) {
    const [first = Number.NaN, late, search, cached] = [took.first, took.late, took.search, took.cached].map(
      (all) => median(all.slice(firstSlow)),
    )
    const list = await wholeList(shop.url)
    const base = median(seen[0]?.first.slice(firstSlow) ?? [])
    rows.push([
      products.toLocaleString('en-US'),
      `${first.toFixed(1)} (x${(first / base).toFixed(2)})`,
      late?.toFixed(1) ?? '',
      cached?.toFixed(2) ?? '',
      `${search?.toFixed(1)} (${quantile(took.search.slice(firstSlow), 0.95).toFixed(1)})`,
      `${Math.round(list.tookMs)} ms`,
      `${Math.round(list.longestMs)} ms`,
      `${shop.memoryMb()} MB`,
    ])
    await shop.stop()
  }
  return {
    title: `Few and many products on ${engine}`,
    note:
      'Milliseconds until the last byte at one visitor, median. The first page of the shop rendered (and to that with ' +
      '18), its last page rendered, the first page cached; a search that nobody asked before (and its slowest ' +
      'twentieth), every fifth with typing mistakes; all rows of `GET /api/services`, and the longest that a cached page ' +
      'in memory had to wait meanwhile; the memory after all of it.',
    head: ['products', 'first page', 'last page', 'cached', 'search', 'all rows', 'others waited', 'memory'],
    rows,
  }
}

/** @param {string} url */
async function wholeList(url) {
  const visiting = report('visitor.mjs', { url, path: '/blogs', everyMs: 2, seconds: 8 })
  await new Promise((done) => setTimeout(done, 2000))
  const tookMs = await timeOf(`${url}/api/services`)
  return { tookMs, longestMs: Math.max(...(await visiting)) }
}
