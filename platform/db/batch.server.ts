import { sql } from 'kysely'
import type { Db, Statement } from './database.server.ts'

const divisionByZero = '22012'

/**
 * Joins the statements as common table expressions of a single one, which PostgreSQL applies as a whole: one round trip
 * instead of one each, and the shortest possible row locks. When a step affects no row, a division by zero rolls the
 * others back.
 */
export function asOneStatement(db: Db, statements: Statement[]) {
  const steps = statements.map((statement, n) => ({ name: `step${n}`, statement }))
  const withSteps = steps.reduce(
    (before, { name, statement }) => before.with(name, () => statement as never) as never,
    db,
  )
  const affected = steps.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`)
  return withSteps.selectNoFrom(sql<number>`1 / least(${sql.join(affected)})`.as('applied'))
}

export const isEmptyStep = (error: unknown) => (error as { code?: string }).code === divisionByZero
