import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('images')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('uploaded_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('images_by_age').on('images').column('uploaded_at').execute()

  await db.schema
    .createTable('image_copies')
    .addColumn('image_id', 'text', (c) => c.notNull().references('images.id').onDelete('cascade'))
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    // SQLite keeps bytes as they are in a column of any name it does not know.
    .addColumn('bytes', 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('image_copies_once', ['image_id', 'width', 'format'])
    .execute()

  await db.schema
    .createTable('audit_entries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    // No reference: what a person did stays known when the person is gone.
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('audit_entries_by_time').on('audit_entries').columns(['at', 'id']).execute()

  await db.schema.createIndex('products_by_stock').on('products').columns(['available_qty', 'id']).execute()
  // Counts what is low without looking at a single row.
  await db.schema.createIndex('products_low').on('products').columns(['available_qty', 'order_qty']).execute()
}
