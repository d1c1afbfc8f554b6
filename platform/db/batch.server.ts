import { sql } from 'kysely'
import type { Db, Statement } from './database.server.ts'

const divisionByZero = '22012'

/**
 * As parts of a single statement, which PostgreSQL keeps or undoes as a whole: one trip instead of one for each, and the
 * rows are locked for as short as can be. Should one part have touched no row, a division by zero undoes the others.
 */
export function inOneStatement(db: Db, statements: Statement[]) {
  const parts = statements.map((statement, n) => ({ name: `part${n}`, statement }))
  const withAll = parts.reduce(
    (before, { name, statement }) => before.with(name, () => statement as never) as never,
    db,
  )
  const touched = parts.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`)
  return withAll.selectNoFrom(sql<number>`1 / least(${sql.join(touched)})`.as('kept'))
}

export const touchedNothing = (error: unknown) => (error as { code?: string }).code === divisionByZero
