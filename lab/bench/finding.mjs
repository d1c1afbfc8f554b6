import { generatedProduct } from '../../test/generated-product.mjs'
import { generateProducts } from '../generate-products.mjs'
import { median, quantile } from './figures.mjs'
import { timeOf } from './load.mjs'
import { report, startShop } from './servers.mjs'

const products = 100_000
const firstSlow = 20
const times = 120
const cardsOfPage = 24

/** The own number of a product, in capitals without dashes. @param {number} n */
const numberOf = (n) => /^Own: (.+)$/m.exec(generatedProduct(n).numbers)?.[1]?.replaceAll('-', '') ?? ''
/** With two neighbours swapped. @param {string} number */
const mistyped = (number) => number.replace(/(\d)(?!\1)(\d)/, '$2$1')
/** No two alike, so that no answer is cached. @param {number} n */
const price = (n) => `priceFrom=${(n / 100).toFixed(2)}`

/** @type {Record<string, (n: number) => string>} */
const addresses = {
  'exact number': (n) => `/api/services?q=${numberOf(n * 811)}`,
  'number with a mistake': (n) => `/api/services?q=${mistyped(numberOf(n * 811))}`,
  words: (n) => `/api/services?q=ceramic+brake+pad+${1000 + n}`,
  'facets of a category': (n) => `/api/facets?category=brake-pads&${price(n)}`,
  'facets of all parts': (n) => `/api/facets?${price(n)}`,
  'facets, three filters': (n) =>
    `/api/facets?category=brake-pads&${price(n)}&stock=in&brand=Alder&attr=Axle:+Front`,
  'narrowed list': (n) => `/api/services?category=brake-pads&${price(n)}&stock=in&attr=Axle:+Front`,
  // Zeros before the number: an address that was never asked for, so the same page is rendered once more.
  'first page of the shop': (n) => `/shop?page=${'0'.repeat(n)}1`,
  'last page of the shop': (n) => `/shop?page=${'0'.repeat(n)}${Math.ceil(products / cardsOfPage)}`,
  'narrowed page': (n) => `/shop/brakes/brake-pads?${price(n)}`,
}

/**
 * Numbers, words, facets and filters in a hundred thousand parts with four hundred thousand numbers.
 * @param {string} engine @param {(name: string) => Record<string, string> | Promise<Record<string, string>>} dataOf
 */
export async function finding(engine, dataOf) {
  const data = await dataOf('finding')
  await (await startShop(data)).stop()
  await generateProducts(products, data)
  const shop = await startShop(data)
  await timeOf(`${shop.url}/api/services?q=warm`)
  const memory = shop.memoryMb()
  const rows = []
  for (const [what, addressOf] of Object.entries(addresses)) {
    const took = []
    for (let n = 1; n <= times; n += 1) took.push(await timeOf(shop.url + addressOf(n)))
    const steady = took.slice(firstSlow)
    rows.push([what, median(steady).toFixed(1), quantile(steady, 0.95).toFixed(1)])
  }
  const { tookMs, longestMs } = await wholeList(shop.url)
  const memoryAfter = shop.memoryMb()
  await shop.stop()
  return {
    title: `Finding parts on ${engine}`,
    note:
      `Milliseconds until the last byte at one visitor, none of it cached: ${products.toLocaleString('en-US')} parts with ` +
      `four numbers and six measures each. All rows of \`GET /api/services\`: ${Math.round(tookMs)} ms, and a cached page ` +
      `waited ${Math.round(longestMs)} ms at most meanwhile. Memory after the first search ${memory} MB, in the end ${memoryAfter} MB.`,
    head: ['what', 'median', 'slowest twentieth'],
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
