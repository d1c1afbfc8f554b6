import type { Kysely } from 'kysely'

/** Files of makers: how the one that is imported is read, and how the owner has said that those of a supplier are. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['product_imports', 'suppliers'])
    await db.schema.alterTable(table).addColumn('pies', 'text').execute()
}
