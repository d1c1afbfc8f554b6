import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from './database.server.ts'

/** Matches rows whose id is in the list, however long: a list of bound parameters is limited to some ten thousand. */
export const among = (engine: Database['engine'], column: string, ids: string[]): RawBuilder<SqlBool> =>
  engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${ids}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`
