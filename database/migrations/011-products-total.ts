import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * How many products there are, kept by the database itself with every row that comes or goes: a page of the shop shows
 * the number, and counting a hundred thousand rows costs more than the rest of the page.
 */
export async function up(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.schema
    .createTable('products_total')
    .addColumn('total', 'integer', (c) => c.notNull())
    .execute()
  // Before the count: from here on nobody else adds or deletes a product until all of this is kept.
  for (const statement of postgres ? onPostgres : onSqlite) await sql.raw(statement).execute(db)
  await sql`insert into products_total (total) select count(*) from products`.execute(db)
}

/** Once per statement, however many rows. */
const onPostgres = [
  `create or replace function count_products_added() returns trigger language plpgsql as $$
   begin
     update products_total set total = total + (select count(*) from added);
     return null;
   end $$`,
  `create or replace function count_products_gone() returns trigger language plpgsql as $$
   begin
     update products_total set total = total - (select count(*) from gone);
     return null;
   end $$`,
  `create trigger products_added after insert on products
   referencing new table as added for each statement execute function count_products_added()`,
  `create trigger products_gone after delete on products
   referencing old table as gone for each statement execute function count_products_gone()`,
]

const onSqlite = [
  'create trigger products_added after insert on products begin update products_total set total = total + 1; end',
  'create trigger products_gone after delete on products begin update products_total set total = total - 1; end',
]
