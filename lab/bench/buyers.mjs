// @ts-expect-error: it comes without types
import autocannon from 'autocannon'

/** So many buyers, each ordering again as soon as the last order is confirmed, spread over the products. */
const { url, authorization, products, buyers, seconds, lines = 1 } = JSON.parse(process.argv[2] ?? '{}')

const cents = (/** @type {any} */ { price, orderQty }) => Math.round(price * 100) * orderQty
const post = (/** @type {string} */ path, /** @type {unknown} */ body) => ({
  method: 'POST',
  path,
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const requests = products.map((/** @type {any} */ product, /** @type {number} */ n) => {
  if (lines === 1)
    return post('/api/orders', {
      productId: product._id,
      quantity: product.orderQty,
      size: 'M',
      price: cents(product) / 100,
    })
  const bought = Array.from({ length: lines }, (_, more) => products[(n + more) % products.length])
  return post('/api/checkout', {
    lines: bought.map(({ _id, orderQty }) => ({ productId: _id, quantity: orderQty, size: 'M' })),
    total: bought.reduce((sum, it) => sum + cents(it), 0) / 100,
  })
})
let started = 0
const seen = await autocannon({
  url,
  connections: buyers,
  duration: seconds,
  requests,
  setupClient: (/** @type {any} */ client) => {
    const first = started++ % requests.length
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
  },
})
if (seen.non2xx > 0 || seen.errors > 0)
  throw new Error(`${seen.non2xx} orders were refused and ${seen.errors} failed`)
console.log(
  JSON.stringify({
    perSecond: seen['2xx'] / seen.duration,
    p50: seen.latency.p50,
    p99: seen.latency.p99,
  }),
)
