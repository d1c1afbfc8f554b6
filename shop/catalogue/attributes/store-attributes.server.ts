import { sql } from 'kysely'
import type { AttributeRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { readAttributes } from './attribute-lines.ts'
import { refuse } from './contract.ts'
import { firstAttributes } from './kind-attributes.ts'
import { knownAttributes } from './known-attributes.ts'

export const attributeRows = (db: Db | Tx) => db.selectFrom('attributes').selectAll().orderBy('name_key')

/** As they are stored; refused when one of them is none of the shop's. */
export async function requireAttributes(tx: Tx, text: string) {
  if (!text) return text
  const read = knownAttributes(await attributeRows(tx).execute(), text)
  if ('problem' in read) throw refuse('wrong_attributes', { fields: { attributes: read.problem } })
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

/** So many parts of a category are looked at, and what a quarter of them have is an attribute of its kind. */
const mostLookedAt = 200
const shareOfKind = 0.25

/** What a part of this category is described by, as far as the shop has these attributes. */
export async function attributesOfKind(db: Db, category: string) {
  const [isThere, known, parts] = await Promise.all([
    db.selectFrom('categories').select('id').where('id', '=', category).executeTakeFirst(),
    attributeRows(db).execute(),
    db
      .selectFrom('products')
      .select('attributes')
      .where('category_id', '=', category)
      .where('attributes', '!=', '')
      .limit(mostLookedAt)
      .execute(),
  ])
  if (!isThere) return undefined
  const counts = new Map<string, number>()
  for (const { attributes } of parts)
    for (const { name } of readAttributes(attributes)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const isUsed = ({ name }: AttributeRow) =>
    (counts.get(name) ?? 0) >= Math.max(1, parts.length * shareOfKind)
  const first = (firstAttributes[category] ?? []).flatMap((id) => known.find((one) => one.id === id) ?? [])
  const used = known.filter(isUsed).sort((a, b) => counts.get(b.name)! - counts.get(a.name)!)
  return [...new Set([...first, ...used].map(({ name }) => name))]
}
