// @ts-expect-error: it comes without types
import autocannon from 'autocannon'

/** So many buyers, each ordering again as soon as the last order is confirmed, spread over the products. */
const { url, authorization, products, buyers, seconds } = JSON.parse(process.argv[2] ?? '{}')

const requests = products.map((/** @type {any} */ { _id, price, orderQty }) => ({
  method: 'POST',
  path: '/api/orders',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({
    productId: _id,
    quantity: orderQty,
    size: 'M',
    price: Math.round(price * 100 * orderQty) / 100,
  }),
}))
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
