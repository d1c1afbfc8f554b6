import type { Compilable, CompiledQuery } from 'kysely'

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
