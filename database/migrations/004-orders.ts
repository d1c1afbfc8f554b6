import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await stockMovements(db)
  await orders(db)
  await orderKeys(db)
}

async function orders(db: Kysely<unknown>) {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // No reference: what was sold stays in the books when the person is gone.
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    // No reference either: its check would lock the product's row for every buyer, and deadlock with a deletion.
    // A product that is gone takes no stock back, which is all that anyone needs to know of it.
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('product_name', 'text', (c) => c.notNull())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('unit_cents', 'integer', (c) => c.notNull().check(sql`unit_cents >= 0`))
    .addColumn('price_cents', 'bigint', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity >= 1`))
    .addColumn('size', 'text', (c) => c.notNull().check(sql`size in ('SM', 'M', 'L', 'XL')`))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('unpaid', 'paid', 'cancelled', 'refunded')`),
    )
    .addColumn('transaction_id', 'text', (c) => c.unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('paid_at', 'text')
    .addColumn('cancelled_at', 'text')
    .addColumn('cancelled_by', 'text', (c) => c.check(sql`cancelled_by in ('customer', 'admin', 'expiry')`))
    .addColumn('refunded_at', 'text')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addCheckConstraint('orders_total', sql`price_cents = cast(unit_cents as bigint) * quantity`)
    .addCheckConstraint(
      'orders_paid_by_one_transaction',
      sql`(state in ('paid', 'refunded')) = (transaction_id is not null)`,
    )
    .addCheckConstraint('orders_cancelled_once', sql`(state = 'cancelled') = (cancelled_at is not null)`)
    .execute()
  await db.schema
    .createIndex('orders_of_customer')
    .on('orders')
    .columns(['customer_id', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('orders_by_age').on('orders').columns(['created_at', 'id']).execute()
  await db.schema
    .createIndex('orders_to_expire')
    .on('orders')
    .column('expires_at')
    .where(sql.ref('state'), '=', sql.lit('unpaid'))
    .execute()
}

/** Every change of stock, with its reason, so that stock can be computed anew and checked. */
async function stockMovements(db: Kysely<unknown>) {
  await db.schema
    .createTable('stock_movements')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // No reference: the book of a product outlives it.
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('change', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) =>
      c.notNull().check(sql`reason in ('opening', 'ordered', 'cancelled', 'expired', 'restocked')`),
    )
    .addColumn('order_id', 'text')
    .addColumn('by_user', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('stock_movements_of_product')
    .on('stock_movements')
    .columns(['product_id', 'at'])
    .execute()
  // Whatever else goes wrong: one order takes its pieces once and gives them back once.
  await sql`
    create unique index stock_taken_once on stock_movements (order_id) where reason = 'ordered'
  `.execute(db)
  await sql`
    create unique index stock_returned_once on stock_movements (order_id) where reason in ('cancelled', 'expired')
  `.execute(db)
  await sql`
    insert into stock_movements (id, product_id, change, reason, at)
    select 'opening-' || id, id, available_qty, 'opening', created_at from products
  `.execute(db)
}

async function orderKeys(db: Kysely<unknown>) {
  await db.schema
    .createTable('order_keys')
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('order_keys_once', ['customer_id', 'key'])
    .execute()
  await db.schema.createIndex('order_keys_by_age').on('order_keys').column('created_at').execute()
}
