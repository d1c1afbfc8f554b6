import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../scripts/postgres.mjs'
import { requireNode, say } from '../scripts/prepare.mjs'
import { median, quantile, withSpread } from './bench/figures.mjs'
import { folder, startShop } from './bench/servers.mjs'
import { customer } from './bench/sign-in.mjs'
import { generateProducts, openDatabase } from './generate-products.mjs'

/**
 * Orders of one part, one after the other, alone and while 100 people vote once a second each on its reviews:
 * `node lab/votes-beside-orders.mjs`, or on one engine: `node lab/votes-beside-orders.mjs sqlite`. On a built shop.
 */
requireNode()
const only = process.argv[2]
const part = 'generated-000000'
const voters = 100
const reviews = 100
const rounds = 5
const roundMs = 4000
/** A vote is one of sixty that a person may cast in a minute. */
const pauseMs = 1050

if (only !== 'postgres') await measure('SQLite', { DATA_DIR: join(folder, 'sqlite') })
const postgres = only === 'sqlite' ? undefined : await startPostgres()
if (postgres) {
  await measure('PostgreSQL', { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: postgres.url })
  await postgres.stop()
}
process.exit()

/** @param {string} engine @param {Record<string, string>} data */
async function measure(engine, data) {
  await (await startShop(data)).stop()
  const env = { DATABASE_URL: '', ...data }
  await generateProducts(1, env)
  await fill(env)
  // Each voter is a network of their own.
  const shop = await startShop({ ...data, TRUST_PROXY: 'on' })
  const buyer = await signIn(shop.url, customer.email, '10.0.0.1')
  const people = []
  for (let n = 0; n < voters; n += 1) people.push(await signIn(shop.url, emailOf(n), addressOf(n)))
  const { price, orderQty } = await call(shop.url, 'GET', `/api/service/${part}`, undefined, buyer)
  const body = {
    productId: part,
    quantity: orderQty,
    size: 'M',
    price: Math.round(price * orderQty * 100) / 100,
  }
  const order = () => call(shop.url, 'POST', '/api/orders', body, buyer)
  await orderFor(roundMs, order)
  say(`${engine}: ${rounds} rounds`)
  /** @type {{ p50: number, p99: number }[]} */
  const ratios = []
  /** @type {number[][]} */
  const all = [[], []]
  let votes = 0
  for (let round = 0; round < rounds; round += 1) {
    const alone = await orderFor(roundMs, order)
    let isOver = false
    const voting = people.map(async (person, n) => {
      await sleep((pauseMs * n) / voters)
      for (let at = 0; !isOver; at += 1) {
        const began = performance.now()
        const review = `voted-${(n + at) % reviews}`
        await call(shop.url, 'PUT', `/api/review/${review}/helpful`, { helpful: round % 2 === 0 }, person)
        votes += 1
        await sleep(Math.max(0, pauseMs - (performance.now() - began)))
      }
    })
    const beside = await orderFor(roundMs, order)
    isOver = true
    await Promise.all(voting)
    ratios.push({ p50: median(beside) / median(alone), p99: quantile(beside, 0.99) / quantile(alone, 0.99) })
    all[0]?.push(...alone)
    all[1]?.push(...beside)
  }
  const [alone = [], beside = []] = all
  console.log(
    `${engine}: an order ${median(alone).toFixed(1)} ms alone (${alone.length}), ${median(beside).toFixed(1)} ms beside ` +
      `${votes} votes (${beside.length}); ratio of medians ${withSpread(ratios.map(({ p50 }) => p50))}, of the slowest ` +
      `hundredths ${withSpread(ratios.map(({ p99 }) => p99))}`,
  )
  await shop.stop()
}

/** @param {number} ms @param {() => Promise<unknown>} order */
async function orderFor(ms, order) {
  const times = []
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const began = performance.now()
    await order()
    times.push(performance.now() - began)
  }
  return times
}

/** @param {number} n */
function emailOf(n) {
  return `voter-${n}@customers.example`
}
/** @param {number} n */
function addressOf(n) {
  return `10.1.${Math.floor(n / 200)}.${1 + (n % 200)}`
}

/** @typedef {{ address: string, token?: string }} Person */

/** @param {string} url @param {string} email @param {string} address @returns {Promise<Person>} */
async function signIn(url, email, address) {
  const password = customer.password
  const session = await call(url, 'POST', '/identity/sign-in/email', { email, password }, { address })
  const identity = await call(url, 'GET', '/identity/token', undefined, { address, token: session.token })
  const { token } = await call(
    url,
    'PUT',
    `/api/user/${email}`,
    { email },
    { address, token: identity.token },
  )
  return { address, token }
}

/** @param {string} url @param {string} method @param {string} path @param {unknown} body @param {Person} person */
async function call(url, method, path, body, { address, token }) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      'x-forwarded-for': address,
      origin: url,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Reviews to vote on, and people with the password of the demo's customer. @param {Record<string, string>} env */
async function fill(env) {
  const database = await openDatabase(env)
  const numbered = (/** @type {number} */ count) =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
  await database.run(`update products set available_qty = 1000000 where id = '${part}'`, [])
  await database.run(
    `${numbered(reviews)} insert into reviews (id, review_text, rating, review_date, author_name, product_id, checked_at)
    select 'voted-' || i, 'It fits and holds, after a year on the road.', 1 + i % 5, '2026-01-01T00:00:00.000Z',
      'Somebody', '${part}', '2026-01-01' from n`,
    [],
  )
  const named = `email = '${customer.email}'`
  await database.run(
    `${numbered(voters)} insert into identity_users (id, name, email, "emailVerified", "twoFactorEnabled", "createdAt",
      "updatedAt")
    select 'voter-' || i, 'Voter', 'voter-' || i || '@customers.example', "emailVerified", "twoFactorEnabled",
      "createdAt", "updatedAt" from identity_users, n where ${named}`,
    [],
  )
  await database.run(
    `${numbered(voters)} insert into identity_accounts (id, "userId", "accountId", "providerId", password, "createdAt",
      "updatedAt")
    select 'account-' || i, 'voter-' || i, 'voter-' || i, "providerId", password, "createdAt", "updatedAt"
    from identity_accounts, n where "userId" = (select id from identity_users where ${named})`,
    [],
  )
  await database.tidy()
  await database.close()
}
