import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Packers and editors beside admins. SQLite cannot change the check of a column, so a new one takes its place. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index admins`.execute(db)
  await db.schema
    .alterTable('users')
    .addColumn('new_role', 'text', (c) =>
      c.notNull().defaultTo('user').check(sql`new_role in ('user', 'packer', 'editor', 'admin')`),
    )
    .execute()
  await sql`update users set new_role = role where role <> 'user'`.execute(db)
  await db.schema.alterTable('users').dropColumn('role').execute()
  await db.schema.alterTable('users').renameColumn('new_role', 'role').execute()
  await sql`create index admins on users (id) where role = 'admin'`.execute(db)
}
