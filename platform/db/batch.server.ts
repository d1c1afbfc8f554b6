import { sql } from 'kysely'
import type { Db, Step } from './database.server.ts'

const divisionByZero = '22012'

/**
 * Joins the steps as common table expressions of a single statement, which PostgreSQL applies as a whole: one round trip
 * instead of one each, and the shortest possible row locks. When a step affects another number of rows than it must, a
 * division by zero rolls all of them back.
 */
export function asOneStatement(db: Db, steps: Step[]) {
  const named = steps.map((step, n) => ({ ...step, name: `step${n}` }))
  const withSteps = named.reduce(
    (before, { name, statement }) => before.with(name, () => statement as never) as never,
    db,
  )
  const asExpected = named.flatMap(({ name, rows }) =>
    rows === undefined ? [] : sql`(select count(*) from ${sql.table(name)}) = cast(${rows} as bigint)`,
  )
  return withSteps.selectNoFrom(
    sql<number>`1 / case when ${sql.join([sql`true`, ...asExpected], sql` and `)} then 1 else 0 end`.as(
      'applied',
    ),
  )
}

export const isUnexpectedStep = (error: unknown) => (error as { code?: string }).code === divisionByZero
