import type { Compilable, CompiledQuery } from 'kysely'

/** Stands for a value while the text of a query is made. */
class Gap {
  constructor(readonly name: string) {}
}

/**
 * The text of a query costs more to make than many a query to answer. Of one that is asked all day it is made once, with
 * gaps, which are filled each time. They are handed on as they are: nothing can be computed from a gap.
 */
export const gapsFor = <Values extends object>() =>
  new Proxy({}, { get: (_, name) => new Gap(String(name)) }) as Values

export function fillable<Values extends object, Row>(query: Compilable<Row>) {
  const { parameters, ...text } = query.compile()
  return (values: Values): CompiledQuery<Row> => ({
    ...text,
    parameters: parameters.map((value) =>
      value instanceof Gap ? values[value.name as keyof Values] : value,
    ),
  })
}
