import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * Cars, what each may be equipped with, which part fits which of them, and the cars that customers have saved. A product
 * says how complete its list of cars is.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('vehicles')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('make', 'text', (c) => c.notNull())
    .addColumn('make_key', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('model_key', 'text', (c) => c.notNull())
    .addColumn('generation', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('engine', 'text', (c) => c.notNull())
    .addColumn('engine_code', 'text', (c) => c.notNull())
    .addColumn('fuel', 'text', (c) => c.notNull())
    .addColumn('litres', 'text', (c) => c.notNull())
    .addColumn('power_kw', 'integer')
    .addColumn('built_from', 'text', (c) => c.notNull())
    .addColumn('built_to', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('vehicle_options')
    .addColumn('vehicle_id', 'text', (c) => c.notNull().references('vehicles.id').onDelete('cascade'))
    .addColumn('attribute', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('vehicle_options_once', ['vehicle_id', 'attribute', 'value'])
    .execute()
  await db.schema
    .createTable('fit_attributes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('help', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('fitments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('vehicle_id', 'text', (c) => c.notNull().references('vehicles.id').onDelete('cascade'))
    .addColumn('position', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity between 0 and 99`))
    .addColumn('built_from', 'text', (c) => c.notNull())
    .addColumn('built_to', 'text', (c) => c.notNull())
    .addColumn('conditions', 'text', (c) => c.notNull())
    .addColumn('must_check', 'text', (c) => c.notNull())
    .addColumn('remark', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('garage_cars')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    // No reference: a car whose model is no longer listed stays readable.
    .addColumn('vehicle_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('garage_cars_once', ['user_id', 'id'])
    .execute()
  await db.schema
    .alterTable('products')
    .addColumn('fit_kind', 'text', (c) =>
      c
        .notNull()
        .defaultTo('unsaid')
        .check(sql`fit_kind in ('unsaid', 'listed', 'listed-all', 'by-size', 'every-car')`),
    )
    .execute()
  // Sorted by characters on both engines.
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table vehicles
      alter column make_key type text collate "C",
      alter column model_key type text collate "C",
      alter column built_from type text collate "C"`.execute(db)
  await db.schema
    .createIndex('vehicles_by_model')
    .on('vehicles')
    .columns(['make_key', 'model_key', 'built_from', 'id'])
    .execute()
  await db.schema
    .createIndex('fitments_once')
    .on('fitments')
    .columns(['product_id', 'vehicle_id', 'position', 'built_from', 'built_to', 'conditions', 'must_check'])
    .unique()
    .execute()
  await db.schema
    .createIndex('fitments_by_vehicle')
    .on('fitments')
    .columns(['vehicle_id', 'product_id'])
    .execute()
}
