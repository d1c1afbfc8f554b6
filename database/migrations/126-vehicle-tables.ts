import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Makers' ACES files name cars by numbers of licensed tables, which the owner has. What these say stands in tables of its own,
 * an edition beside the other until the newer one is read; an application is written down with its numbers, and what is made
 * of it is marked, so that no export has the words of others.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('vehicle_tables')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('reading', 'current', 'broken', 'failed')`),
    )
    // A date, once it is read.
    .addColumn('edition', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('may_be_older', 'integer', (c) => c.notNull())
    // As JSON: how many rows each table has, and which are not there.
    .addColumn('found', 'text')
    // Why it cannot be read.
    .addColumn('problem', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('licensed_names')
    .addColumn('tables_id', 'text', (c) => c.notNull().references('vehicle_tables.id').onDelete('cascade'))
    // As ACES calls it.
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('licensed_names_once', ['tables_id', 'kind', 'id'])
    .execute()
  await db.schema
    .createTable('licensed_vehicles')
    .addColumn('tables_id', 'text', (c) => c.notNull().references('vehicle_tables.id').onDelete('cascade'))
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('make', 'integer', (c) => c.notNull())
    .addColumn('model', 'integer', (c) => c.notNull())
    // Numbers with commas between; empty where they are not known to be all.
    .addColumn('engines', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('licensed_vehicles_once', ['tables_id', 'id'])
    .execute()
  await db.schema
    .alterTable('applications')
    // As JSON: the numbers in it.
    .addColumn('said', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('applications')
    .addColumn('removes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('application_imports')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('flat').check(sql`kind in ('flat', 'aces')`))
    .execute()
  await db.schema.alterTable('application_imports').addColumn('header', 'text').execute()
  await db.schema
    .alterTable('fitments')
    .addColumn('licensed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  // One counts at a time, and one is read.
  await sql
    .raw(
      "create unique index vehicle_tables_once on vehicle_tables (state) where state in ('reading', 'current')",
    )
    .execute(db)
}
