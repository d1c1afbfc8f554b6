import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { built } from '../facts.ts'
import { fitAttributes } from '../store.server.ts'
import { attributeIdFrom } from './attribute-rules.ts'
import type { FitAttributeInput } from './contract.ts'
import { mostFitAttributes, refuse } from './contract.ts'

export const addFitAttribute = (database: Database, by: Caller, input: FitAttributeInput) =>
  database.change(['vehicles', 'fitments'], async (tx) => {
    const id = attributeIdFrom(input.name)
    if (!id) throw refuse('no_name', { field: 'name' })
    const before = await fitAttributes(tx)
    if (before.length >= mostFitAttributes) throw refuse('too_many')
    const position = Math.max(0, ...before.map((one) => one.position)) + 1
    const inserted = await tx
      .insertInto('fit_attributes')
      .values({ id, ...input, position })
      .onConflict((c) => c.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // When a car was built is asked about every car.
    if (!inserted || id === built) throw refuse('attribute_exists', { field: 'name' })
    await record(tx, by, { what: 'question added', subject: input.name, details: { asks: input.question } })
    return id
  })

export const editFitAttribute = (database: Database, by: Caller, id: string, input: FitAttributeInput) =>
  database.change(['vehicles', 'fitments'], async (tx) => {
    const before = await tx.selectFrom('fit_attributes').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) throw refuse('unknown_attribute')
    const fields = ['name', 'question', 'help'] as const
    const changed = fields.filter((name) => before[name] !== input[name])
    if (changed.length === 0) return 0
    await tx.updateTable('fit_attributes').set(input).where('id', '=', id).execute()
    await record(tx, by, {
      what: 'question edited',
      subject: input.name,
      details: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: input[name] }])),
    })
    return 1
  })
