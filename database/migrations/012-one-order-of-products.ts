import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

/**
 * PostgreSQL sorts text by the language it was set up with; SQLite and the memory of the servers sort by characters. Pages
 * come from both, so all of them must agree where one page ends and the next begins.
 */
export async function up(db: Kysely<unknown>) {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`alter table products
    alter column id type text collate "C",
    alter column name_key type text collate "C"`.execute(db)
}
