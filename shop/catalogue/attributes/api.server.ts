import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { isDuplicate } from '~/platform/db/errors.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { attributeRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { searchable } from '../rules.ts'
import type { NewAttribute } from './contract.ts'
import { attributesContract, mostDefinitions, refuse } from './contract.ts'
import { attributeRows, attributesOfKind, rewriteAttribute } from './store-attributes.server.ts'

type Search = { partsByAttribute(): Promise<Map<string, number>> }

/** By what parts are described: the names and units that Add, Edit and files may use. */
export const attributesApi = ({ database, search }: { database: Database; search: Search }) =>
  endpoints(attributeRoutes, attributesContract, {
    listAttributes: {
      access: 'catalogue',
      summary: 'All attributes with their units, and how many parts have each',
      handler: () => definitions(database.db, search),
    },
    listAttributesOfKind: {
      access: 'catalogue',
      summary: 'The names of the attributes that parts of a category are described by',
      async handler({ params }) {
        const names = await attributesOfKind(database.db, params.id)
        if (!names) throw refuse('unknown_category')
        return names
      },
    },
    addAttribute: {
      access: 'catalogue',
      summary: 'Adds an attribute: a number with a unit, or a text',
      handler: async ({ body, caller }) => ({ insertedId: await addAttribute(database, caller, body) }),
    },
    renameAttribute: {
      access: 'catalogue',
      summary: 'Renames an attribute, also where parts have it',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await renameAttribute(database, caller, params.id, body.name),
      }),
    },
    deleteAttribute: {
      access: 'catalogue',
      summary: 'Deletes an attribute, and the lines of parts that have it',
      handler: async ({ params, caller }) => ({
        deletedCount: await deleteAttribute(database, caller, params.id),
      }),
    },
  })

async function definitions(db: Db, search: Search) {
  const [rows, parts] = await Promise.all([attributeRows(db).execute(), search.partsByAttribute()])
  return rows.map(({ id, name, kind, unit }) => ({ _id: id, name, kind, unit, parts: parts.get(name) ?? 0 }))
}

const nameTaken = (name: string) => refuse('name_taken', { field: 'name', values: { name } })

const addAttribute = (database: Database, by: Caller, { name, kind, unit }: NewAttribute) =>
  database
    .change([], async (tx) => {
      if ((await attributeRows(tx).execute()).length >= mostDefinitions) throw refuse('too_many')
      const row = { id: newId(), name, name_key: searchable(name), kind, unit: kind === 'text' ? '' : unit }
      await tx.insertInto('attributes').values(row).execute()
      await record(tx, by, { what: 'attribute added', subject: name, details: { kind, unit: row.unit } })
      return row.id
    })
    .catch((error) => {
      throw isDuplicate(error) ? nameTaken(name) : error
    })

const lockedRow = async (database: Database, tx: Tx, id: string) => {
  const row = await database
    .locking(tx.selectFrom('attributes').selectAll().where('id', '=', id))
    .executeTakeFirst()
  if (!row) throw refuse('unknown_attribute')
  return row
}

const renameAttribute = (database: Database, by: Caller, id: string, name: string) =>
  database
    .change(['products'], async (tx) => {
      const row = await lockedRow(database, tx, id)
      if (row.name === name) return 0
      await tx
        .updateTable('attributes')
        .set({ name, name_key: searchable(name) })
        .where('id', '=', id)
        .execute()
      const parts = await rewriteAttribute(tx, row.name, name)
      const details = { name: { from: row.name, to: name }, parts }
      await record(tx, by, { what: 'attribute renamed', subject: row.name, details })
      return 1
    })
    .catch((error) => {
      throw isDuplicate(error) ? nameTaken(name) : error
    })

const deleteAttribute = (database: Database, by: Caller, id: string) =>
  database.change(['products'], async (tx) => {
    const { name } = await lockedRow(database, tx, id)
    const parts = await rewriteAttribute(tx, name, undefined)
    await tx.deleteFrom('attributes').where('id', '=', id).execute()
    await record(tx, by, { what: 'attribute deleted', subject: name, details: { parts } })
    return 1
  })
