import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Editors write the blog. A question without a time of publishing is a draft. Those that are there already were published
 * at one moment, so that they stay in their order.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table blogs add column markdown text`.execute(db)
  await sql`alter table blogs add column publish_at text`.execute(db)
  await sql`alter table blogs add column version integer not null default 0`.execute(db)
  await sql`update blogs set publish_at = (select min(created_at) from blogs)`.execute(db)
  await db.schema
    .createIndex('blogs_by_time')
    .on('blogs')
    .columns(['publish_at', 'created_at', 'id'])
    .execute()
  await db.schema
    .createTable('blog_versions')
    .addColumn('blog_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('markdown', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('blog_versions_by_blog', ['blog_id', 'version'])
    .execute()
  await db.schema
    .createTable('blog_parts')
    .addColumn('blog_id', 'text', (c) => c.notNull().references('blogs.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('blog_parts_by_blog', ['blog_id', 'product_id'])
    .execute()
  await db.schema.createIndex('blog_parts_by_product').on('blog_parts').column('product_id').execute()
}
