import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * What suppliers say their parts are for, as they have sent it, and what the owner says that their words mean. Lists of
 * cars are made from both: a fitment says whose file it comes from, and is by hand where it says nothing.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('fitments')
    .addColumn('source', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('application_imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('supplier', 'text', (c) => c.notNull())
    .addColumn('supplier_key', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    .addColumn('mapping', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('program', 'text')
    .addColumn('state', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`state in ('sending', 'reading', 'checking', 'checked', 'applying', 'done', 'cancelled', 'failed', 'undoing', 'undone')`,
        ),
    )
    .addColumn('lines', 'integer', (c) => c.notNull())
    .addColumn('done_lines', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('parts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('done_parts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_part', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('added', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('removed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('found', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .execute()
  await db.schema
    .createTable('application_pieces')
    .addColumn('import_id', 'text', (c) =>
      c.notNull().references('application_imports.id').onDelete('cascade'),
    )
    .addColumn('nth', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('application_pieces_once', ['import_id', 'nth'])
    .execute()
  await db.schema
    .createTable('applications')
    .addColumn('import_id', 'text', (c) =>
      c.notNull().references('application_imports.id').onDelete('cascade'),
    )
    .addColumn('line', 'integer', (c) => c.notNull())
    // The number and brand of the part, as they are compared.
    .addColumn('part_key', 'text', (c) => c.notNull())
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('make', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('submodel', 'text', (c) => c.notNull())
    .addColumn('engine', 'text', (c) => c.notNull())
    // Model years, or months.
    .addColumn('built_from', 'text', (c) => c.notNull())
    .addColumn('built_to', 'text', (c) => c.notNull())
    .addColumn('position', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull())
    // As JSON.
    .addColumn('notes', 'text', (c) => c.notNull())
    // Why it cannot be read.
    .addColumn('problem', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('applications_once', ['import_id', 'line'])
    .execute()
  await db.schema
    .createTable('application_parts')
    .addColumn('supplier_key', 'text', (c) => c.notNull())
    .addColumn('part_key', 'text', (c) => c.notNull())
    // Whose applications count for the part, and whose did before: back to these it can be undone.
    .addColumn('import_id', 'text', (c) => c.notNull())
    .addColumn('import_before', 'text')
    // Of which the list was made.
    .addColumn('product_id', 'text')
    .addPrimaryKeyConstraint('application_parts_once', ['supplier_key', 'part_key'])
    .execute()
  await db.schema
    .createTable('car_names')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('make', 'model', 'engine')`))
    // Within our make and model of these keys.
    .addColumn('make', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    // Empty as long as nobody has said what it is here.
    .addColumn('target', 'text', (c) => c.notNull())
    // How many lines of the last file wait for it.
    .addColumn('applications', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('application_notes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('meaning', 'text', (c) =>
      c.notNull().check(sql`meaning in ('', 'restricts', 'informs', 'attribute')`),
    )
    .addColumn('attribute', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('applications', 'integer', (c) => c.notNull())
    .execute()
  for (const index of [
    'application_imports_by_age on application_imports (created_at, id)',
    "application_imports_due on application_imports (due_at) where state in ('reading', 'checking', 'applying', 'undoing')",
    'applications_of_part on applications (import_id, part_key, line)',
    'application_parts_of_import on application_parts (import_id, part_key)',
    'application_parts_of_product on application_parts (product_id)',
    'car_names_by_use on car_names (applications, id)',
    'application_notes_by_use on application_notes (applications, id)',
  ])
    await sql.raw(`create index ${index}`).execute(db)
}
