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
 * The next row that is due, leased to the caller: until the lease ends no other server gets it. The caller deletes it when
 * its work is done; else it is due again when the lease has ended.
 */
export async function leaseNext<Row>(
  db: Db,
  { table, key, where, leaseMs }: Queue,
): Promise<Row | undefined> {
  for (;;) {
    const now = Date.now()
    const next = await sql<{ key: string; attempts: number; due_at: string }>`
      select ${sql.ref(key)} as key, attempts, due_at from ${sql.table(table)}
      where due_at <= ${new Date(now).toISOString()} ${where ? sql`and ${where}` : sql``}
      order by due_at limit 1`.execute(db)
    const [row] = next.rows
    if (!row) return undefined
    const leased = await sql<Row>`
      update ${sql.table(table)}
      set attempts = ${row.attempts + 1}, due_at = ${new Date(now + leaseMs(row.attempts)).toISOString()}
      where ${sql.ref(key)} = ${row.key} and due_at = ${row.due_at} returning *`.execute(db)
    // Otherwise another server was faster.
    if (leased.rows[0]) return leased.rows[0]
  }
}
