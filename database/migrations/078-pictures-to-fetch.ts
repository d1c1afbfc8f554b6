import type { Kysely } from 'kysely'

/** Pictures that are shown already by an address of ours, and are still to be fetched from where they are. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('picture_fetches')
    .addColumn('image_id', 'text', (c) => c.primaryKey().references('images.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('failed_at', 'text')
    .execute()
  await db.schema.createIndex('picture_fetches_due').on('picture_fetches').column('due_at').execute()
}
