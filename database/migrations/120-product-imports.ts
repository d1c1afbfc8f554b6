import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Files of products: what each has changed, so that it can be undone. Long ones are checked and imported in the background:
 * the file itself, how far it is, and what was wrong with which line. All of it stands here, so that any server goes on where
 * another one was.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('product_imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('supplier', 'text', (c) => c.notNull())
    .addColumn('mapping', 'text')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('program', 'text')
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`state in ('sending', 'checking', 'checked', 'applying', 'done', 'cancelled', 'failed', 'undoing', 'undone')`,
        ),
    )
    .addColumn('lines', 'integer', (c) => c.notNull())
    .addColumn('last_line', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('done_lines', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('added', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('changed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('unchanged', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('mistakes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('bad_lines', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('found', 'text')
    .addColumn('undone_by', 'text')
    .addColumn('undone_to', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('undone', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('kept', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .execute()
  await db.schema
    .createTable('import_pieces')
    .addColumn('import_id', 'text', (c) => c.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('nth', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_pieces_once', ['import_id', 'nth'])
    .execute()
  await db.schema
    .createTable('import_mistakes')
    .addColumn('import_id', 'text', (c) => c.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('nth', 'integer', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_mistakes_once', ['import_id', 'line', 'nth'])
    .execute()
  await db.schema
    .createTable('import_changes')
    .addColumn('import_id', 'text', (c) => c.notNull().references('product_imports.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (c) => c.notNull())
    // Null where the import has added the product.
    .addColumn('changes', 'text')
    .addPrimaryKeyConstraint('import_changes_once', ['import_id', 'product_id'])
    .execute()
  for (const index of [
    'product_imports_by_age on product_imports (created_at, id)',
    "product_imports_due on product_imports (due_at) where state in ('checking', 'applying', 'undoing')",
  ])
    await sql.raw(`create index ${index}`).execute(db)
}
