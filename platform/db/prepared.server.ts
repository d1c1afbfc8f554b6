import type { Compilable, CompiledQuery } from 'kysely'
import { sql } from 'kysely'
import type { Db, ReturnedRow, Step } from './database.server.ts'

/** Stands for a value while a query is compiled. */
class Placeholder {
  constructor(readonly valueIn: (values: object) => unknown) {}
}

const mostShapes = 64

/**
 * Compiling a query can cost more than running it, so a hot query is compiled once, with placeholders that are filled in
 * on every call: once for each number of rows in the lists among its values. A placeholder can only be passed on: nothing
 * can be computed from it.
 */
export function compiledOnce<Values extends object, Compiled>(compile: (placeholders: Values) => Compiled) {
  const compiled = new Map<string, Compiled>()
  return (values: Values): Compiled => {
    const shape = Object.values(values)
      .map((value) => (Array.isArray(value) ? value.length : ''))
      .join()
    const known = compiled.get(shape)
    if (known) return known
    const made = compile(placeholdersFor(values))
    for (const oldest of compiled.keys()) if (compiled.size >= mostShapes) compiled.delete(oldest)
    compiled.set(shape, made)
    return made
  }
}

type Row = Record<string, unknown>

const placeholdersFor = <Values extends object>(values: Values): Values =>
  mapEntries(values, (value, name) => {
    const valueIn = (all: object) => (all as Row)[name]
    if (!Array.isArray(value)) return new Placeholder(valueIn)
    return value.map((row, n) =>
      mapEntries(row, (_, column) => new Placeholder((all) => (valueIn(all) as Row[])[n]![column])),
    )
  })

const mapEntries = <T extends object>(object: T, to: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, to(value, name)])) as T

export function withPlaceholders<Values extends object, Row>(query: Compilable<Row>) {
  const { parameters, ...text } = query.compile()
  return (values: Values): CompiledQuery<Row> => ({
    ...text,
    parameters: parameters.map((parameter) => valueIn(parameter, values)),
  })
}

export const valueIn = <T>(parameter: T, values: object): T =>
  parameter instanceof Placeholder ? (parameter.valueIn(values) as T) : parameter

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
  const returned = named.find(({ returns }) => returns)?.name
  return withSteps.selectNoFrom([
    sql<number>`1 / case when ${sql.join([sql`true`, ...asExpected], sql` and `)} then 1 else 0 end`.as(
      'applied',
    ),
    // In the list, because the division has to be made where there are no rows.
    (returned
      ? sql<ReturnedRow[] | null>`(select json_agg(${sql.table(returned)}) from ${sql.table(returned)})`
      : sql<ReturnedRow[] | null>`null`
    ).as('returned'),
  ])
}

export const isUnexpectedStep = (error: unknown) => (error as { code?: string }).code === divisionByZero
