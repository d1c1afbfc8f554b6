import type { Compilable, CompiledQuery } from 'kysely'

/** Stands for a value while a query is compiled. */
class Placeholder {
  constructor(readonly name: string) {}
}

/**
 * Compiling a query can cost more than running it, so a hot query is compiled once, with placeholders that are filled in
 * on every call. A placeholder can only be passed on: nothing can be computed from it.
 */
export const placeholders = <Values extends object>() =>
  new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values

export function withPlaceholders<Values extends object, Row>(query: Compilable<Row>) {
  const { parameters, ...text } = query.compile()
  return (values: Values): CompiledQuery<Row> => ({
    ...text,
    parameters: parameters.map((parameter) => valueIn(parameter)(values)),
  })
}

export const valueIn =
  <Values extends object, T>(parameter: T) =>
  (values: Values): T =>
    parameter instanceof Placeholder ? (values[parameter.name as keyof Values] as T) : parameter
