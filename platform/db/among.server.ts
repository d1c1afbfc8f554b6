import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from './database.server.ts'

/** True where the id is one of these, however many: a list of marks is limited to some ten thousand. */
export const among = (engine: Database['engine'], column: string, ids: string[]): RawBuilder<SqlBool> =>
  engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${ids}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`
