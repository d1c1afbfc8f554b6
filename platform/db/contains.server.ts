import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'

/**
 * True where the text holds these words as they are, on both engines. It reads every row that nothing else rules out, and
 * no index would help on both engines alike: some milliseconds for each part of a long table.
 */
export const contains = (text: Expression<unknown>, words: string) =>
  sql<SqlBool>`${text} like ${`%${words.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
