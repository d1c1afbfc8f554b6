import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import made from './schema.json' with { type: 'json' }
import type { Tables } from './tables.ts'

type Schema = { [Table in keyof Tables]: Record<keyof Tables[Table], string> }

/** What all migrations make. A column that tables.ts promises and none of them makes does not compile here. */
export const schema: Schema = made

/** What the database lacks of it: tables, and columns of the tables that are there. */
export async function missingFrom(db: Db, engine: 'sqlite' | 'postgres') {
  const { rows } = await (engine === 'postgres' ? postgresColumns : sqliteColumns).execute(db)
  const present = new Map<string, Set<string>>()
  for (const { table, column } of rows) present.set(table, (present.get(table) ?? new Set()).add(column))
  return Object.entries(schema).flatMap(([table, columns]) => {
    const there = present.get(table)
    if (!there) return [table]
    return Object.keys(columns)
      .filter((column) => !there.has(column))
      .map((column) => `${table}.${column}`)
  })
}

/** A list of applied migrations is a claim; what is there is the truth. */
export async function requireSchema(db: Db, engine: 'sqlite' | 'postgres') {
  const missing = await missingFrom(db, engine)
  if (missing.length > 0) throw new IncompleteDatabase(missing)
}

const mostNamed = 5

export class IncompleteDatabase extends Error {
  constructor(missing: string[]) {
    const more = missing.length - mostNamed
    const named = [...missing.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ')
    super(
      `The database lacks ${named}, though its list of migrations says that all were applied. Restore a backup into ` +
        'it, also one of an older version: npm run restore -- FILE --force',
    )
  }
}

type Column = { table: string; column: string }

const postgresColumns = sql<Column>`
  select t.relname as "table", c.attname as "column" from pg_class t join pg_attribute c on c.attrelid = t.oid
  where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
    and c.attnum > 0 and not c.attisdropped`
const sqliteColumns = sql<Column>`
  select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
  where t.type = 'table'`
