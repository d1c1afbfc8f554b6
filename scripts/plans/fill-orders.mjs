import { join } from 'node:path'

const people = 5000

/**
 * As many orders as wished, one every 88 seconds since 2024, with their movements of stock.
 * @param {number} orders @param {number} products @param {Record<string, string>} data
 */
export async function fillOrders(orders, products, data) {
  const statements = [usersUpTo(people), ordersUpTo(orders, products), movements]
  if (data.DATABASE_URL) await onPostgres(data.DATABASE_URL, statements)
  else await onSqlite(join(data.DATA_DIR ?? '', 'shop.db'), statements)
}

/** The digits of n, filled with zeros, on both engines. */
const digits = (/** @type {string} */ n, /** @type {number} */ length) =>
  `substr(cast(${10 ** length} + ${n} as text), 2)`
const numbers = (/** @type {number} */ count) =>
  `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})`
const state =
  "case when n % 10 = 0 then 'cancelled' when n % 100 = 1 then 'unpaid' when n % 100 = 2 then 'refunded' else 'paid' end"
const at = 'TIME_OF(1704067200 + n * 88)'

const usersUpTo = (/** @type {number} */ count) => `
  ${numbers(count)} insert into users (id, email, name, role, created_at)
  select 'u' || n, 'u' || n || '@example.com', 'Person ' || n, 'user', '2024-01-01T00:00:00.000Z' from numbers`

const ordersUpTo = (/** @type {number} */ count, /** @type {number} */ products) => `
  ${numbers(count)}, told as (select n, ${state} as state, ${at} as at from numbers)
  insert into orders (id, customer_id, email, user_name, product_id, product_name, image, unit_cents, price_cents,
    quantity, size, state, transaction_id, created_at, paid_at, cancelled_at, cancelled_by, search_text)
  select 'o' || ${digits('n', 8)}, 'u' || n % ${people}, 'u' || n % ${people} || '@example.com', 'Person',
    'generated-' || ${digits(`n % ${products}`, 6)}, 'Part ' || n % ${products}, '/products/part.webp', 1999, 1999, 1,
    'M', state, case when state in ('paid', 'refunded') then 'pi_' || n end, at,
    case when state in ('paid', 'refunded') then at end, case when state = 'cancelled' then at end,
    case when state = 'cancelled' then 'customer' end, 'part ' || n % ${products} || ' u' || n % ${people}
  from told`

const movements = `
  insert into stock_movements (id, product_id, change, reason, order_id, by_user, at)
  select 'm' || id, product_id, -1, 'ordered', id, customer_id, created_at from orders where id like 'o%'`

/** @param {string} connectionString @param {string[]} statements */
async function onPostgres(connectionString, statements) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  await client.connect()
  const time = (/** @type {string} */ _, /** @type {string} */ seconds) =>
    `to_char(to_timestamp(${seconds}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  for (const statement of statements) await client.query(statement.replace(/TIME_OF\((.*?)\)(?= as)/g, time))
  // As it does by itself after a while. The shop's SQLite never does.
  await client.query('vacuum analyze')
  await client.end()
}

/** @param {string} file @param {string[]} statements */
async function onSqlite(file, statements) {
  const { default: Sqlite } = await import('libsql')
  const db = new Sqlite(file)
  db.pragma('synchronous = OFF')
  const time = (/** @type {string} */ _, /** @type {string} */ seconds) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
  for (const statement of statements) db.exec(statement.replace(/TIME_OF\((.*?)\)(?= as)/g, time))
  db.close()
}
