import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../scripts/postgres.mjs'
import { requireNode, say } from '../scripts/prepare.mjs'
import { folder, startShop } from './bench/servers.mjs'
import { openDatabase } from './generate-products.mjs'

/**
 * The nightly count of what is bought together, at 1,000,000 orders on each engine, with /shop asked a hundred times a second
 * before and beside it: `node lab/count-together.mjs`, or fewer: `node lab/count-together.mjs sqlite 100000`. On a built shop.
 */
requireNode()
const [only, orders = 1_000_000] = [process.argv[2], Number(process.argv[3] ?? 1_000_000)]
const linesOfPurchase = 4
const kits = 20_000
const customers = 50_000

if (only !== 'postgres') await measure('SQLite', { DATA_DIR: join(folder, 'sqlite') })
const postgres = only === 'sqlite' ? undefined : await startPostgres()
if (postgres) {
  await measure('PostgreSQL', { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: postgres.url })
  await postgres.stop()
}
process.exit()

/** @param {string} engine @param {Record<string, string>} data */
async function measure(engine, data) {
  const settings = { ...data, DEMO: 'on' }
  await (await startShop(settings)).stop()
  const env = { DATABASE_URL: '', ...data }
  await fillOrders(env)
  const shop = await startShop(settings)
  const database = await openBeside(env)
  say(`${engine}: ${orders} orders; the first count begins within a minute`)
  /** @type {{ at: number, ms: number }[]} */
  const answers = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const at = Date.now()
      const began = performance.now()
      await (await fetch(`${shop.url}/shop`)).arrayBuffer()
      const ms = performance.now() - began
      answers.push({ at, ms })
      await sleep(Math.max(0, 10 - ms))
    }
  })()
  const before = await countedAt(database)
  /** @type {string | null} */
  let began = before
  for (; began === before; began = await countedAt(database)) await sleep(100)
  const [from, until] = [Date.parse(began ?? ''), Date.now()]
  isOver = true
  await asking
  const pairs = (await database.ask('select count(*) as rows from bought_together')).rows
  const p99 = (/** @type {typeof answers} */ some) =>
    some
      .map(({ ms }) => ms)
      .sort((a, b) => a - b)
      [Math.floor(some.length * 0.99)]?.toFixed(1)
  const beside = answers.filter(({ at }) => at >= from)
  // The first seconds fill caches.
  const alone = answers.filter(({ at }) => at < from && at > (answers[0]?.at ?? 0) + 10_000)
  console.log(
    `${engine}: counted in ${((until - from) / 1000).toFixed(1)} s, ${pairs} rows; /shop p99 ${p99(alone)} ms before ` +
      `(${alone.length} answers), ${p99(beside)} ms beside it (${beside.length})`,
  )
  await database.close()
  await shop.stop()
}

/** @param {Awaited<ReturnType<typeof openBeside>>} database @returns {Promise<string | null>} */
async function countedAt(database) {
  return (await database.ask('select counted_at from bought_together_counts')).counted_at
}

/** Asks for one row at a time, while the shop runs. @param {Record<string, string>} env */
async function openBeside({ DATABASE_URL, DATA_DIR = '' }) {
  if (!DATABASE_URL) {
    const { default: Sqlite } = await import('libsql')
    const sqlite = new Sqlite(join(DATA_DIR, 'shop.db'))
    sqlite.pragma('wal_autocheckpoint = 0')
    return {
      ask: async (/** @type {string} */ text) => /** @type {any} */ (sqlite.prepare(text).get()),
      close: async () => void sqlite.close(),
    }
  }
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  return {
    ask: async (/** @type {string} */ text) => (await client.query(text)).rows[0],
    close: () => client.end(),
  }
}

/**
 * Purchases of four lines: two parts that belong together, one that many buy, and one by chance.
 * @param {Record<string, string>} env
 */
async function fillOrders(env) {
  const database = await openDatabase(env)
  const paid = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString()
  const purchase = `(i / ${linesOfPurchase})`
  const kit = `(${purchase} % ${kits})`
  const part = `case i % ${linesOfPurchase}
    when 0 then ${kit} * 2 when 1 then ${kit} * 2 + 1
    when 2 then 2 * ${kits} + ${purchase} % 50 else (${purchase} * 7919) % (2 * ${kits}) end`
  await database.run(
    `with recursive n(i) as (select cast(0 as bigint) union all select i + 1 from n where i < ${orders - 1})
    insert into orders (id, purchase_id, customer_id, email, user_name, product_id, product_name, image, unit_cents,
      price_cents, quantity, size, state, transaction_id, created_at, paid_at, search_text)
    select 'generated-' || i, 'generated-' || ${purchase}, 'generated-' || ((${purchase} * 48271) % ${customers}),
      'generated@customers.example', 'Generated', 'generated-' || (${part}), 'Generated part',
      '/products/brake-disc-1200.webp', 1000, 1000, 1, 'M', 'paid', 'pi_generated' || ${purchase},
      '${paid}', '${paid}', 'generated' from n`,
    [],
  )
  await database.tidy()
  await database.close()
}
