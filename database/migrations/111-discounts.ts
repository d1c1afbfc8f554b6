import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * Codes that take something off the price of parts. What an order costs is its price less its share of the discount, which
 * is stored with it; a use of a code is a row, which is released when its purchase is cancelled.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('discount_codes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('code', 'text', (c) => c.notNull())
    // As codes are compared. Never another code's again, so that nobody is given what an old mail promised.
    .addColumn('code_key', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('percent', 'amount')`))
    .addColumn('value', 'integer', (c) =>
      c.notNull().check(sql`value > 0 and (kind = 'amount' or value <= 10000)`),
    )
    .addColumn('minimum_cents', 'integer', (c) => c.notNull().defaultTo(0).check(sql`minimum_cents >= 0`))
    .addColumn('parts', 'text')
    .addColumn('customers', 'text', (c) => c.notNull().check(sql`customers in ('all', 'first_purchase')`))
    .addColumn('most_uses', 'integer', (c) => c.check(sql`most_uses > 0`))
    .addColumn('most_per_person', 'integer', (c) => c.check(sql`most_per_person > 0`))
    .addColumn('starts_at', 'text', (c) => c.notNull())
    .addColumn('ends_at', 'text')
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('on', 'paused', 'ended')`))
    .addColumn('uses', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`uses >= 0 and (most_uses is null or uses <= most_uses)`),
    )
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addCheckConstraint(
      'discount_codes_free',
      sql`most_per_person is not null or (kind = 'percent' and value < 10000) or (kind = 'amount' and minimum_cents > value)`,
    )
    .execute()
  await db.schema
    .createTable('discount_uses')
    .addColumn('purchase_id', 'text', (c) => c.primaryKey())
    .addColumn('code_id', 'text', (c) => c.notNull())
    // No reference: what was sold stays in the books when the person is gone.
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addColumn('nth', 'integer')
    .addColumn('cents', 'bigint', (c) => c.notNull().check(sql`cents > 0`))
    .addColumn('taken_at', 'text', (c) => c.notNull())
    .addColumn('released_at', 'text')
    .execute()
  await db.schema
    .alterTable('orders')
    .addColumn('discount_cents', 'bigint', (c) => c.notNull().defaultTo(0).check(sql`discount_cents >= 0`))
    .execute()
  await db.schema.alterTable('orders').addColumn('discount_code', 'text').execute()
  for (const statement of [
    'create index discount_codes_by_age on discount_codes (created_at, id)',
    // How often somebody has used a code is a number that two purchases at the same moment cannot both have.
    `create unique index discount_uses_of_person on discount_uses (code_id, customer_id, nth)
       where released_at is null and nth is not null`,
    'create index discount_uses_of_code on discount_uses (code_id, cents) where released_at is null',
    'create index discount_uses_of_customer on discount_uses (customer_id)',
  ])
    await sql.raw(statement).execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table orders drop constraint orders_total`.execute(db)
    await sql.raw(`alter table orders add constraint orders_total check (${total})`).execute(db)
  } else await rebuildOrders(db)
}

const total = 'price_cents >= 0 and price_cents + discount_cents = cast(unit_cents as bigint) * quantity'
const totalBefore = 'price_cents = cast(unit_cents as bigint) * quantity'

/**
 * SQLite cannot change a constraint: the table is made again from its own description, with its indexes. A trigger that
 * names the table would stop its renaming, so all of them come back afterwards.
 */
async function rebuildOrders(db: Kysely<unknown>) {
  const { rows } = await sql<{ type: string; name: string; tbl_name: string; sql: string }>`
    select type, name, tbl_name, sql from sqlite_master where sql is not null and (tbl_name = 'orders' or type = 'trigger')
  `.execute(db)
  const table = rows.find(({ type }) => type === 'table')!.sql
  const rebuilt = table
    .replace(/^create table "orders"/i, 'create table "orders_rebuilt"')
    .replace(totalBefore, total)
  if (rebuilt.length !== table.length + '_rebuilt'.length + total.length - totalBefore.length)
    throw new Error(`The table of orders is not as expected: ${table}`)
  const triggers = rows.filter(({ type }) => type === 'trigger')
  for (const statement of [
    ...triggers.map(({ name }) => `drop trigger "${name}"`),
    rebuilt,
    'insert into orders_rebuilt select * from orders',
    'drop table orders',
    'alter table orders_rebuilt rename to orders',
    ...rows.filter(({ type }) => type === 'index').map((row) => row.sql),
    ...triggers.map((row) => row.sql),
  ])
    await sql.raw(statement).execute(db)
}
