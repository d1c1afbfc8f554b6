import { randomUUID } from 'node:crypto'

/**
 * The statements of an order's transaction as the shop sends them, with the bare driver and nothing else: on
 * PostgreSQL from so many connections at once, on SQLite one after the other, which is all that its driver can do.
 */
const { file, databaseUrl, products, buyers, seconds } = JSON.parse(process.argv[2] ?? '{}')

const orderColumns =
  'id, customer_id, email, user_name, product_id, product_name, image, unit_cents, price_cents, quantity, size, ' +
  'state, transaction_id, created_at, expires_at, paid_at, cancelled_at, cancelled_by, refunded_at, search_text'
const movementColumns = 'id, product_id, change, reason, order_id, by_user, at'
const insertOrder = `insert into orders (${orderColumns}) values (${marks(20)})`
const insertMovement = `insert into stock_movements (${movementColumns}) values (${marks(7)})`
const takeStock =
  'update products set available_qty = available_qty - $1 where id = $2 and available_qty >= $3 returning id'

const endsAt = Date.now() + seconds * 1000
const startedAt = performance.now()
const done = databaseUrl ? await onPostgres() : await onSqlite()
console.log(JSON.stringify({ perSecond: (done * 1000) / (performance.now() - startedAt) }))
process.exit(0)

async function onPostgres() {
  const { default: pg } = await import('pg')
  let count = 0
  await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      for (let n = buyer; Date.now() < endsAt; n += 1) {
        const { order, movement, taken } = valuesOf(products[n % products.length])
        await client.query('begin')
        await client.query(insertOrder, order)
        await client.query(insertMovement, movement)
        const { rowCount } = await client.query(takeStock, taken)
        if (rowCount !== 1) throw new Error('out of stock')
        await client.query('commit')
        count += 1
      }
    }),
  )
  return count
}

async function onSqlite() {
  const { default: Sqlite } = await import('libsql')
  const db = new Sqlite(file)
  for (const pragma of ['busy_timeout = 5000', 'synchronous = FULL', 'foreign_keys = ON']) db.pragma(pragma)
  const [order, movement, take] = [insertOrder, insertMovement, takeStock].map((text) =>
    db.prepare(text.replace(/\$\d+/g, '?')),
  )
  let count = 0
  for (; Date.now() < endsAt; count += 1) {
    const values = valuesOf(products[count % products.length])
    db.exec('begin immediate')
    order?.run(...values.order)
    movement?.run(...values.movement)
    if (take?.all(...values.taken).length !== 1) throw new Error('out of stock')
    db.exec('commit')
  }
  return count
}

/** @param {any} product */
function valuesOf({ _id, productName, image, price, orderQty }) {
  const [id, now, unit] = [randomUUID(), new Date().toISOString(), Math.round(price * 100)]
  const [email, name] = ['bare@carparts.example', 'Bare Buyer']
  const search = `${productName} ${email} ${name}`.toLowerCase()
  const start = [id, 'bare', email, name, _id, productName, image, unit, unit * orderQty, orderQty, 'M']
  return {
    order: [...start, 'unpaid', null, now, null, null, null, null, null, search],
    movement: [randomUUID(), _id, -orderQty, 'ordered', id, 'bare', now],
    taken: [orderQty, _id, orderQty],
  }
}

/** @param {number} count */
function marks(count) {
  return Array.from({ length: count }, (_, n) => `$${n + 1}`).join(', ')
}
