import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Statement } from './database.server.ts'

const divisionByZero = '22012'

/**
 * As parts of a single statement, which PostgreSQL keeps or undoes as a whole: one trip instead of one for each, and the
 * rows are locked for as short as can be. Should one part have touched no row, a division by zero undoes the others.
 * It is long and always the same, so it has a name by which each connection keeps its plan.
 */
export async function togetherOn(pool: Pool, db: Db, statements: Statement[]): Promise<boolean> {
  const parts = statements.map((statement, n) => ({ name: `part${n}`, statement }))
  const withAll = parts.reduce(
    (before, { name, statement }) => before.with(name, () => statement as never) as never,
    db,
  )
  const touched = parts.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`)
  const whole = withAll.selectNoFrom(sql<number>`1 / least(${sql.join(touched)})`.as('kept')).compile()
  const client = await pool.connect()
  try {
    await client.query({ name: nameOf(whole.sql), text: whole.sql, values: [...whole.parameters] })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === divisionByZero) return false
    throw error
  } finally {
    client.release()
  }
}

type Pool = { connect(): Promise<pg.PoolClient> }

const names = new Map<string, string>()
function nameOf(text: string) {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('hex')
  names.set(text, name)
  return name
}
