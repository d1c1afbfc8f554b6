import { join } from 'node:path'

const people = 50_000
const secondsBetween = 88
/** Has a tenth of all orders. */
export const busyCustomer = 'u3@example.com'

/**
 * As many orders as wished, one every 88 seconds until now, with their payments and movements of stock, and as many people,
 * messages, reviews and deeds as a shop has that sells so much.
 * @param {number} orders @param {number} products @param {Record<string, string>} data
 */
export async function fillOrders(orders, products, data) {
  const statements = [ordersUpTo(orders, products), movements, payments, ...recordsUpTo(people)]
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
const startAt = (/** @type {number} */ count) => Math.floor(Date.now() / 1000) - count * secondsBetween
const timeOf = (/** @type {number} */ count) => `TIME_OF(${startAt(count)} + n * ${secondsBetween})`

const recordsUpTo = (/** @type {number} */ count) =>
  [
    "users (id, email, name, role, created_at) select 'u' || n, 'u' || n || '@example.com', 'Person ' || n, 'user', at",
    `contact_messages (id, email, message, created_at, read_at)
     select 'r' || n, 'u' || n || '@example.com', 'Does it fit?', at, case when n % 10 > 0 then at end`,
    "newsletter_subscriptions (email, created_at) select 'u' || n || '@example.com', at",
    `audit_entries (id, at, user_id, email, what, subject, details, search_text)
     select 'r' || n, at, 'u' || n, 'admin', 'stock set', 'Part ' || n, '{}', 'admin stock set part ' || n`,
    `reviews (id, review_text, rating, review_date, author_id, author_name)
     select 'r' || n, 'Fits.', 1 + n % 5, at, 'u' || n, 'Person'`,
    `images (id, uploaded_at) select ${pictureId('n')}, case when n % 50 = 0 then at else '2999' end`,
    `identity_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
     select 'i' || n, 'Person', 'i' || n || '@example.com', 1 = 1, MOMENT[at], MOMENT[at]`,
    `identity_sessions (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
     select 'r' || n, 'i' || n, 'r' || n, MOMENT['2999' || substr(at, 5)], MOMENT[at], MOMENT[at]`,
  ].map(
    (columnsAndRows) =>
      `${numbers(count)}, dated as (select n, ${timeOf(count)} as at from numbers)
       insert into ${columnsAndRows} from dated`,
  )

const pictureId = (/** @type {string} */ n) => `'${'a'.repeat(32)}' || ${digits(n, 8)}`

const ordersUpTo = (/** @type {number} */ count, /** @type {number} */ products) => `
  ${numbers(count)}, dated as (
    select n, ${state} as state, ${timeOf(count)} as at, n % ${products} as part,
      case when n % 10 = 3 then 3 else n % ${people} end as who from numbers)
  insert into orders (id, customer_id, email, user_name, product_id, product_name, image, unit_cents, price_cents,
    quantity, size, state, transaction_id, created_at, paid_at, cancelled_at, cancelled_by, search_text)
  select 'o' || ${digits('n', 8)}, 'u' || who, 'u' || who || '@example.com', 'Person',
    'generated-' || ${digits('part', 6)}, 'Part ' || part, '/images/' || ${pictureId('(n % 500) * 50')} || '-1200.webp',
    1999, 1999, 1, 'M', state, case when state in ('paid', 'refunded') then 'pi_' || n end, at,
    case when state in ('paid', 'refunded') then at end, case when state = 'cancelled' then at end,
    case when state = 'cancelled' then 'customer' end, 'part ' || part || ' u' || who
  from dated`

const payments = `
  insert into payments (transaction_id, reference, owner_id, amount_cents, currency, state, created_at, checked_at)
  select transaction_id, id, customer_id, price_cents, 'usd', 'applied', created_at, created_at
  from orders where id like 'o%' and transaction_id is not null`

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
  for (const statement of statements)
    await client.query(
      statement
        .replace(/TIME_OF\((.*?)\)(?= as)/g, time)
        .replace(/MOMENT\[(.*?)\]/g, 'cast($1 as timestamptz)'),
    )
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
  for (const statement of statements)
    db.exec(statement.replace(/TIME_OF\((.*?)\)(?= as)/g, time).replace(/MOMENT\[(.*?)\]/g, '$1'))
  db.close()
}
