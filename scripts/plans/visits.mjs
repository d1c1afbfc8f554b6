import { nowAsks } from './record.mjs'

/**
 * What visitors, customers and admins ask for, over the doors of the shop.
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

  const { price, orderQty } = await ask('GET', '/api/service/generated-000004')
  const wish = { productId: 'generated-000004', quantity: orderQty, size: 'M' }
  const body = { ...wish, price: Math.round(price * 100 * orderQty) / 100 }
  const { insertedId } = await ask('POST', '/api/orders', customer, body)
  await ask('GET', `/api/order/${insertedId}`, customer)
  await ask('POST', '/create-payment-intent', customer, { price: body.price, orderId: insertedId })
  await ask('DELETE', `/api/orders/${insertedId}`, customer)
  await ask('POST', '/api/review', customer, { reviewText: 'Fits.', rating: 5 })

  for (const path of adminPaths) await ask('GET', path, admin)
  await ask('PUT', '/api/services/generated-000004', admin, { availableQty: 40 })
  await ask('DELETE', '/api/services/generated-000005', admin)
  nowAsks('after the visits')
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
  '/api/reviews',
  '/api/reviews?page=1&limit=6',
  '/api/reviews/summary',
  '/readyz',
]
const adminPaths = [
  ...['', '&state=paid', '&state=unpaid', '&state=refunded', '&q=generated', '&q=u17@example.com'].map(
    (more) => `/api/orders?page=1&limit=24${more}`,
  ),
  '/api/orders?page=20000&limit=24',
  '/api/manage/services?page=1&limit=24',
  '/api/manage/services?page=4000&limit=24',
  '/api/manage/services?page=1&limit=24&q=pump',
  ...['sort=stock-low', 'stock=low', 'stock=out'].map(
    (more) => `/api/manage/services?page=1&limit=24&${more}`,
  ),
  '/api/users?page=1&limit=24',
  '/api/users?page=1&limit=24&q=ada',
  '/api/messages?page=1&limit=24',
  '/api/newsletter?page=1&limit=24',
  '/api/audit?page=1&limit=24',
  '/api/summary',
]

/** @param {import('fastify').FastifyInstance} app */
function asker(app) {
  /** @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method @param {string} url @param {string} [token] @param {object} [body] */
  return async (method, url, token, body) => {
    nowAsks(`${method} ${url}`)
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    if (answer.statusCode >= 400) console.log(`  ${method} ${url}: ${answer.statusCode} ${answer.body}`)
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
