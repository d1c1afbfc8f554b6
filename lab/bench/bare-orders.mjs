import { randomUUID } from 'node:crypto'

/**
 * The statements of a purchase's transaction as the shop sends them, with the bare driver and nothing else: on
 * PostgreSQL from so many connections at once, on SQLite one after the other, which is all that its driver can do. One
 * line is Order now, several are a checkout.
 */
const { file, databaseUrl, products, buyers, seconds, lines = 1 } = JSON.parse(process.argv[2] ?? '{}')

const orderColumns =
  'id, purchase_id, customer_id, email, user_name, product_id, product_name, image, unit_cents, price_cents, quantity, ' +
  'size, state, transaction_id, created_at, expires_at, paid_at, cancelled_at, cancelled_by, refunded_at, search_text'
const movementColumns = 'id, product_id, change, reason, order_id, by_user, at'
const mailColumns = 'id, recipient, subject, body, created_at, attempts, due_at, event_key'
const insertPurchase = `insert into purchases (id, customer_id, created_at, fee_cents) values (${marks(4)})`
const insertOrder = `insert into orders (${orderColumns}) values (${marks(21)})`
const insertMovement = `insert into stock_movements (${movementColumns}) values (${marks(7)})`
const insertMail = `insert into mails (${mailColumns}) values (${marks(8)})`
const takeStock =
  'update products set available_qty = available_qty - $1 where id = $2 and available_qty >= $3 returning id'

/** The shop's mail worker does not send what nobody has bought. */
const never = '9999-12-31T23:59:59.999Z'

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
        const { purchase, mail, each } = valuesOf(productsFrom(n))
        await client.query('begin')
        await client.query(insertPurchase, purchase)
        for (const { order, movement, taken } of each) {
          await client.query(insertOrder, order)
          await client.query(insertMovement, movement)
          const { rowCount } = await client.query(takeStock, taken)
          if (rowCount !== 1) throw new Error('out of stock')
        }
        await client.query(insertMail, mail)
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
  const [purchase, order, movement, take, mail] = [
    insertPurchase,
    insertOrder,
    insertMovement,
    takeStock,
    insertMail,
  ].map((text) => db.prepare(text.replace(/\$\d+/g, '?')))
  let count = 0
  for (; Date.now() < endsAt; count += 1) {
    const values = valuesOf(productsFrom(count))
    db.exec('begin immediate')
    purchase?.run(...values.purchase)
    for (const each of values.each) {
      order?.run(...each.order)
      movement?.run(...each.movement)
      if (take?.all(...each.taken).length !== 1) throw new Error('out of stock')
    }
    mail?.run(...values.mail)
    db.exec('commit')
  }
  return count
}

/** So many different ones, in the order of their ids: as the shop locks them. @param {number} first @returns {any[]} */
function productsFrom(first) {
  return Array.from({ length: lines }, (_, n) => products[(first + n) % products.length]).sort((a, b) =>
    a._id < b._id ? -1 : 1,
  )
}

/** @param {any[]} bought */
function valuesOf(bought) {
  const [id, now] = [randomUUID(), new Date().toISOString()]
  const [email, name] = ['bare@carparts.example', 'Bare Buyer']
  const text = bought.map(({ productName }) => `1 x ${productName}, size M`).join('\n')
  return {
    purchase: [id, 'bare', now, 0],
    mail: [randomUUID(), email, 'We have your order', text, now, 0, never, `purchase:${id}:ordered`],
    each: bought.map(({ _id, productName, image, price, orderQty }, n) => {
      const [orderId, unit] = [n === 0 ? id : randomUUID(), Math.round(price * 100)]
      const search = `${productName} ${email} ${name}`.toLowerCase()
      const start = [
        orderId,
        id,
        'bare',
        email,
        name,
        _id,
        productName,
        image,
        unit,
        unit * orderQty,
        orderQty,
      ]
      return {
        order: [...start, 'M', 'unpaid', null, now, null, null, null, null, null, search],
        movement: [randomUUID(), _id, -orderQty, 'ordered', orderId, 'bare', now],
        taken: [orderQty, _id, orderQty],
      }
    }),
  }
}

/** @param {number} count */
function marks(count) {
  return Array.from({ length: count }, (_, n) => `$${n + 1}`).join(', ')
}
