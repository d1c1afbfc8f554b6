import { sql } from 'kysely'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { refuse } from '../contract.ts'
import { readAttributes } from './attribute-lines.ts'
import { knownAttributes } from './known-attributes.ts'

export const attributeRows = (db: Db | Tx) => db.selectFrom('attributes').selectAll().orderBy('name_key')

/** As they are stored; refused when one of them is none of the shop's. */
export async function requireAttributes(tx: Tx, text: string) {
  if (!text) return text
  const read = knownAttributes(await attributeRows(tx).execute(), text)
  if ('problem' in read) throw refuse('unknown_attribute', { fields: { attributes: read.problem } })
  return read.text
}

/** Products that have an attribute, by its name as it is stored. */
const productsWithAttribute = (tx: Tx, name: string) =>
  tx
    .selectFrom('products')
    .where(
      sql<boolean>`(${'\n'} || attributes) like ${`%\n${name.replace(/[%_\\]/g, '\\$&')}: %`} escape '\\'`,
    )

/** Renames or removes an attribute in each product that has it; they are changed now, so the search reads them again. */
export async function rewriteAttribute(tx: Tx, name: string, renamed: string | undefined) {
  const rows = await productsWithAttribute(tx, name).select(['id', 'attributes']).execute()
  const changed_at = new Date().toISOString()
  for (const { id, attributes } of rows) {
    const lines = readAttributes(attributes).flatMap((line) => {
      if (line.name !== name) return [`${line.name}: ${line.value}`]
      return renamed === undefined ? [] : [`${renamed}: ${line.value}`]
    })
    await tx
      .updateTable('products')
      .set({ attributes: lines.join('\n'), changed_at })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}
