import { busyCustomer } from './fill-orders.mjs'
import { nowAsks } from './record.mjs'

/**
 * What visitors, customers and admins ask for, over the routes of the shop.
 * @param {import('fastify').FastifyInstance} app
 */
export async function visits(app) {
  const customer = await signIn(app, 'customer@carparts.example', 'Customer1234')
  const admin = await signIn(app, 'admin@carparts.example', 'Admin1234')
  const ask = asker(app)
  for (const path of publicPaths) await ask('GET', path)
  for (const query of ['', '?page=2&limit=24', '?q=battery&page=1'])
    await ask('GET', `/api/orders/customer@carparts.example${query}`, customer)
  await ask('GET', '/api/profile/customer@carparts.example', customer)
  await ask('GET', '/api/sessions', customer)
  await ask('GET', '/api/my-data', customer)
  await ask('DELETE', '/api/profile/customer@carparts.example/photo', customer)
  await ask('POST', '/api/contact', undefined, { email: 'customer@carparts.example', message: 'Hello' })
  await ask('POST', '/api/newsletter/customer@carparts.example')

  const { price, orderQty } = await ask('GET', '/api/service/generated-000004')
  const input = { productId: 'generated-000004', quantity: orderQty, size: 'M' }
  const body = { ...input, price: Math.round(price * 100 * orderQty) / 100 }
  const { insertedId } = await ask('POST', '/api/orders', customer, body)
  await ask('GET', `/api/order/${insertedId}`, customer)
  await ask('POST', '/create-payment-intent', customer, { price: body.price, orderId: insertedId })
  await ask('POST', '/create-payment-intent', customer, { price: 12.34 })
  await ask('DELETE', `/api/orders/${insertedId}`, customer)
  await ask('POST', '/api/review', customer, { reviewText: 'Fits.', rating: 5 })

  for (const path of adminPaths) {
    const next = await ask('GET', path, admin)
    if (typeof next === 'string') await ask('GET', `${path}&from=${next}`, admin)
  }
  await ask('PATCH', '/api/messages/r7', admin, { read: true })
  await ask('PUT', '/api/services/generated-000004', admin, { availableQty: 40 })
  await ask('DELETE', '/api/services/generated-000005', admin)
  await ask('PUT', '/user/admin/u18@example.com', admin)
  await ask('DELETE', '/api/user/u17@example.com', admin)
  await ask('POST', '/api/my-account/delete', customer, { password: 'Customer1234' })
}

const publicPaths = [
  '/api/services?page=1&limit=24',
  '/api/services?page=40&limit=24',
  '/api/services?page=4000&limit=24',
  ...['newest', 'price-low', 'price-high', 'name'].map(
    (sort) => `/api/services?page=2&limit=24&sort=${sort}`,
  ),
  '/api/services?page=1&limit=24&q=water+pump',
  '/api/service/generated-000004',
  '/api/blogs',
  '/api/reviews?page=1&limit=6',
  '/api/reviews?page=200&limit=48',
  '/api/reviews/summary',
  '/readyz',
]
const pages = (/** @type {string} */ path, /** @type {string[]} */ queries) =>
  ['page=1&limit=24', 'page=400&limit=24', ...queries.map((input) => `page=1&limit=24&${input}`)].map(
    (query) => `${path}?${query}`,
  )
const states = ['state=paid', 'state=unpaid', 'state=refunded']
const adminPaths = [
  ...pages('/api/orders', [
    ...states,
    'q=part+99',
    'q=nowhere',
    'q=pi_100000000000000',
    `q=${busyCustomer}`,
    `q=${busyCustomer}&state=refunded`,
  ]),
  ...pages(`/api/orders/${busyCustomer}`, ['q=part+99']),
  ...pages('/api/manage/services', [
    'q=pump',
    'q=pump&stock=low',
    ...['', '&stock=low', '&stock=out'].flatMap((stock) =>
      ['newest', 'name', 'stock-low', 'stock-high', 'price-low'].map((sort) => `sort=${sort}${stock}`),
    ),
  ]),
  '/api/manage/services?page=4000&limit=24',
  ...pages('/api/users', ['q=ada', 'q=u17@example.com']),
  ...pages('/api/messages', ['state=unread', 'q=fit', 'q=nowhere']),
  ...pages('/api/newsletter', ['q=u17', 'q=nowhere']),
  ...pages('/api/audit', ['q=part+99', 'q=nowhere']),
  '/api/orders.csv?state=refunded',
  '/api/orders.csv?state=refunded&q=part+99',
  '/api/messages.csv',
  '/api/newsletter.csv',
  '/api/summary',
]

/** @param {import('fastify').FastifyInstance} app */
function asker(app) {
  /** @param {'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} method @param {string} url @param {string} [token] @param {object} [body] */
  return async (method, url, token, body) => {
    nowAsks(`${method} ${url}`)
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const startedAt = performance.now()
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    console.log(`  ${Math.round(performance.now() - startedAt)} ms  ${method} ${url}`)
    if (answer.statusCode >= 400) console.log(`  ${method} ${url}: ${answer.statusCode} ${answer.body}`)
    if (url.includes('page=')) return answer.headers['x-next-from']
    return String(answer.headers['content-type']).includes('json') ? answer.json() : undefined
  }
}

/** @param {import('fastify').FastifyInstance} app @param {string} email @param {string} password */
async function signIn(app, email, password) {
  const ask = asker(app)
  const session = await ask('POST', '/identity/sign-in/email', undefined, { email, password })
  const identity = await ask('GET', '/identity/token', session.token)
  return (await ask('PUT', `/api/user/${email}`, identity.token, { email })).token
}
