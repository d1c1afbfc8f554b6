import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'

/**
 * Substring match on both engines. It scans the rows that the other conditions leave, because no index serves it on both
 * engines: one or two milliseconds for a thousand rows.
 */
export const contains = (text: Expression<unknown>, words: string) =>
  sql<SqlBool>`${text} like ${`%${words.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
