import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * Every order belongs to a purchase, which has one payment for all of its orders. The orders so far become a purchase of
 * one each, with the same id, so that payments keep their reference.
 */
export async function up(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('purchases')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('fee_cents', 'integer', (c) => c.notNull().defaultTo(0).check(sql`fee_cents >= 0`))
    .addColumn('transaction_id', 'text')
    .addColumn('paid_at', 'text')
    .execute()
  // One transaction pays several orders now, but never two purchases.
  if (postgres) await sql`alter table orders drop constraint orders_transaction_id_key`.execute(db)
  else await rebuildOrdersWithoutUnique(db)
  await db.schema.alterTable('orders').addColumn('purchase_id', 'text').execute()
  await db.schema
    .alterTable('orders')
    .addColumn('refunded_quantity', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update orders set refunded_quantity = quantity where state = 'refunded'`.execute(db)
  await sql`
    insert into purchases (id, customer_id, created_at, transaction_id, paid_at)
    select id, customer_id, created_at, transaction_id, paid_at from orders
  `.execute(db)
  await sql`update orders set purchase_id = id`.execute(db)
  for (const statement of [
    'create index orders_of_purchase on orders (purchase_id)',
    'create index orders_by_transaction on orders (transaction_id) where transaction_id is not null',
    'create unique index purchases_paid_once on purchases (transaction_id) where transaction_id is not null',
    // The pieces of an order may come back in several parts.
    'drop index stock_restocked_once',
    ...(postgres ? onPostgres : onSqlite),
  ])
    await sql.raw(statement).execute(db)

  await db.schema
    .createTable('refund_lines')
    .addColumn('refund_id', 'text', (c) => c.notNull())
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
    .addColumn('cents', 'bigint', (c) => c.notNull().check(sql`cents >= 0`))
    .addPrimaryKeyConstraint('refund_lines_once', ['refund_id', 'order_id'])
    .execute()
  await db.schema.createIndex('refund_lines_of_order').on('refund_lines').column('order_id').execute()
}

/** SQLite cannot drop a constraint: the table is made again from its own description, with its indexes. */
async function rebuildOrdersWithoutUnique(db: Kysely<unknown>) {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'orders' and sql is not null
  `.execute(db)
  const table = rows.find(({ type }) => type === 'table')!.sql
  const rebuilt = table
    .replace(/^create table "orders"/i, 'create table "orders_rebuilt"')
    .replace('"transaction_id" text unique', '"transaction_id" text')
  if (rebuilt.length !== table.length + '_rebuilt'.length - ' unique'.length)
    throw new Error(`The table of orders is not as expected: ${table}`)
  for (const statement of [
    rebuilt,
    'insert into orders_rebuilt select * from orders',
    'drop table orders',
    'alter table orders_rebuilt rename to orders',
    ...rows.filter(({ type }) => type !== 'table').map((row) => row.sql),
  ])
    await sql.raw(statement).execute(db)
}

const insertPurchase =
  'insert into purchases (id, customer_id, created_at, transaction_id, paid_at) values (new.id, new.customer_id, new.created_at, new.transaction_id, new.paid_at)'

/** Servers of the version before know no purchases: what they insert becomes a purchase of one. */
const onPostgres = [
  `create or replace function add_purchase_of_order() returns trigger language plpgsql as $$
   begin ${insertPurchase}; new.purchase_id := new.id; return new; end $$`,
  `create trigger orders_without_purchase before insert on orders
   for each row when (new.purchase_id is null) execute function add_purchase_of_order()`,
]

const onSqlite = [
  `create trigger orders_without_purchase after insert on orders when new.purchase_id is null
   begin ${insertPurchase}; update orders set purchase_id = new.id where id = new.id; end`,
]
