import { sql } from 'kysely'
import type { TestShop } from './shop.ts'

/** A refused request may write to these: rate limits count it, and whether the shop is ready is tried by writing. */
const mayChange = (table: string) => /^counts$|^write_probe$|kysely|^sqlite_|^writes$/.test(table)

/**
 * Triggers record every row that is written, in the same transaction: writes that are rolled back are not recorded, and
 * writes that are undone later are.
 */
export async function watchWrites({ db, database }: Pick<TestShop, 'db' | 'database'>) {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !mayChange(name))
  await sql`create table writes (name text not null)`.execute(db)
  if (database.engine === 'postgres')
    await sql`create function note_write() returns trigger language plpgsql as
      $$ begin insert into writes values (tg_table_name); return null; end $$`.execute(db)
  for (const { name: table, columns } of tables)
    for (const act of ['insert', 'update', 'delete']) {
      const name = sql.ref(`note_${table}_${act}`)
      // The sweep of payments may run during a slow test: it only sets `checked_at`.
      const watched = columns
        .filter((column) => column.name !== 'checked_at')
        .map((column) => sql.ref(column.name))
      const what = act === 'update' ? sql`update of ${sql.join(watched)}` : sql.raw(act)
      const when = sql`create trigger ${name} after ${what} on ${sql.table(table)} for each row`
      if (database.engine === 'postgres') await sql`${when} execute function note_write()`.execute(db)
      else await sql`${when} begin insert into writes values (${sql.lit(table)}); end`.execute(db)
    }
  return {
    /** The number of rows written per table since the last call. */
    async take() {
      const { rows } = await sql<{
        name: string
        count: number
      }>`select name, count(*) as count from writes group by name order by name`.execute(db)
      if (rows.length > 0) await sql`delete from writes`.execute(db)
      return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
    },
  }
}
