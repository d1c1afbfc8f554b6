import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '~/database/tables.ts'
import type { Database } from './database.server.ts'

/**
 * Rows that travel as one parameter, a list of objects, so that a statement about any number of them is compiled once. To
 * select from; the two below are their columns.
 */
export const rowsIn = (engine: Database['engine'], json: string) =>
  (engine === 'postgres'
    ? sql<{ value: unknown }>`json_array_elements(cast(${json} as json))`
    : sql<{ value: unknown }>`json_each(${json})`
  ).as('entry')

export const textIn = (name: string) => sql<string>`entry.value ->> ${sql.lit(name)}`
export const integerIn = (name: string) => sql<number>`cast(${textIn(name)} as integer)`

/** To insert them into a table; the condition keeps SQLite from reading a conflict clause as one of a join. */
export const columnsIn = (
  engine: Database['engine'],
  table: keyof Tables,
  columns: readonly string[],
  json: string,
): RawBuilder<never> =>
  engine === 'postgres'
    ? sql`select ${sql.join(columns.map((name) => sql.ref(name)))}
        from json_populate_recordset(cast(null as ${sql.table(table)}), cast(${json} as json))`
    : sql`select ${sql.join(columns.map(textIn))} from ${rowsIn(engine, json)} where true`
