import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * Deposits for old parts. What an order costs has the deposits of its pieces in it, so a payment and a refund of all of it
 * need not know of them; a line of a refund says of how many pieces the deposit goes back with it, of which it may be the
 * only thing. Documents say how much of their sum is no revenue.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('products')
    .addColumn('deposit_cents', 'integer', (c) => c.notNull().defaultTo(0).check(sql`deposit_cents >= 0`))
    .execute()
  await db.schema
    .alterTable('orders')
    .addColumn('deposit_cents', 'integer', (c) => c.notNull().defaultTo(0).check(sql`deposit_cents >= 0`))
    .execute()
  await db.schema
    .alterTable('orders')
    .addColumn('deposits_back', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('orders').addColumn('deposit_days', 'integer').execute()
  await db.schema
    .alterTable('refund_lines')
    .addColumn('deposits', 'integer', (c) => c.notNull().defaultTo(0).check(sql`deposits >= 0`))
    .execute()
  await db.schema
    .alterTable('receipts')
    .addColumn('deposit_cents', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('old_parts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('purchase_id', 'text', (c) => c.notNull())
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity > 0`))
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('asked', 'given_back', 'declined')`))
    .addColumn('answer', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('decided_at', 'text')
    .addColumn('refund_id', 'text', (c) =>
      c.references('refunds.id').onDelete('set null').modifyEnd(sql`deferrable initially deferred`),
    )
    .execute()
  for (const statement of [
    'create index old_parts_by_state on old_parts (state, asked_at, id)',
    'create index old_parts_of_purchase on old_parts (purchase_id)',
    'create index old_parts_of_customer on old_parts (customer_id)',
    'create index old_parts_of_refund on old_parts (refund_id) where refund_id is not null',
    'create index receipts_with_deposit on receipts (kind, deposit_cents) where deposit_cents <> 0',
    "create unique index old_parts_one_open on old_parts (order_id) where state = 'asked'",
  ])
    await sql.raw(statement).execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    for (const statement of [
      'alter table orders drop constraint orders_total',
      `alter table orders add constraint orders_total check (price_cents >= 0 and ${total})`,
      'alter table refund_lines drop constraint refund_lines_quantity_check',
      `alter table refund_lines add constraint refund_lines_quantity_check check (${pieces})`,
    ])
      await sql.raw(statement).execute(db)
  } else {
    await rebuild(db, 'orders', { before: totalBefore, after: total })
    await rebuild(db, 'refund_lines', { before: 'quantity > 0', after: pieces })
  }
}

const totalBefore = 'price_cents + discount_cents = cast(unit_cents as bigint) * quantity'
const total = 'price_cents + discount_cents = (cast(unit_cents as bigint) + deposit_cents) * quantity'
const pieces = 'quantity >= 0 and quantity + deposits > 0'

/**
 * SQLite cannot change a constraint: the table is made again from its own description, with its indexes. A trigger that
 * names the table would stop its renaming, so all of them come back afterwards.
 */
async function rebuild(
  db: Kysely<unknown>,
  name: string,
  { before, after }: { before: string; after: string },
) {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master where sql is not null and (tbl_name = ${name} or type = 'trigger')
  `.execute(db)
  const table = rows.find(({ type }) => type === 'table')!.sql
  const rebuilt = table
    .replace(new RegExp(`^create table "?${name}"?`, 'i'), `create table "${name}_rebuilt"`)
    .replace(before, after)
  if (!table.includes(before) || !rebuilt.startsWith(`create table "${name}_rebuilt"`))
    throw new Error(`The table ${name} is not as expected: ${table}`)
  const triggers = rows.filter(({ type }) => type === 'trigger')
  for (const statement of [
    ...triggers.map((row) => `drop trigger "${row.name}"`),
    rebuilt,
    `insert into ${name}_rebuilt select * from ${name}`,
    `drop table ${name}`,
    `alter table ${name}_rebuilt rename to ${name}`,
    ...rows.filter(({ type }) => type === 'index').map((row) => row.sql),
    ...triggers.map((row) => row.sql),
  ])
    await sql.raw(statement).execute(db)
}
