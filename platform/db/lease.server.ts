import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from './database.server.ts'

type Queue = {
  /** With the columns attempts and due_at. */
  table: string
  key: string
  /** Which of its rows are still to be worked on. */
  where?: RawBuilder<boolean>
  /** How long a row is leased, by the number of its earlier attempts: also the pause until the next one. */
  leaseMs(attempts: number): number
}

/**
 * The next rows that are due, leased to the caller: until the lease ends no other server gets them. The caller deletes
 * those whose work is done; the others are due again when the lease has ended.
 */
export async function leaseNext<Row>(
  db: Db,
  { table, key, where, leaseMs }: Queue,
  most: number,
): Promise<Row[]> {
  for (;;) {
    const now = Date.now()
    const isDue = sql`due_at <= ${new Date(now).toISOString()} ${where ? sql`and ${where}` : sql``}`
    const due = await sql<{ key: string; attempts: number }>`
      select ${sql.ref(key)} as key, attempts from ${sql.table(table)}
      where ${isDue} order by due_at limit ${most}`.execute(db)
    if (due.rows.length === 0) return []
    const leased: Row[] = []
    for (const attempts of new Set(due.rows.map((row) => row.attempts))) {
      const keys = due.rows.filter((row) => row.attempts === attempts).map((row) => row.key)
      const { rows } = await sql<Row>`
        update ${sql.table(table)}
        set attempts = ${attempts + 1}, due_at = ${new Date(now + leaseMs(attempts)).toISOString()}
        where ${sql.ref(key)} in (${sql.join(keys)}) and ${isDue} returning *`.execute(db)
      leased.push(...rows)
    }
    // Otherwise another server was faster.
    if (leased.length > 0) return leased
  }
}
