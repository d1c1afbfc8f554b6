import { sql } from 'kysely'
import type { AttributeRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { searchable } from '../rules.ts'
import type { Attribute } from './attribute-lines.ts'
import { attributeLine, formatAttributes, readAttributes } from './attribute-lines.ts'
import { refuse } from './contract.ts'

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

type KnownAttribute = Pick<AttributeRow, 'name' | 'name_key' | 'kind' | 'unit'>

/** The attributes in the spelling and the unit of the shop, or what is wrong with the first that it does not know. */
export function knownAttributes(
  known: KnownAttribute[],
  text: string,
): { text: string } | { problem: string } {
  const stored: Attribute[] = []
  for (const attribute of readAttributes(text)) {
    const definition = known.find(({ name_key }) => name_key === searchable(attribute.name))
    const value = definition && storedValue(definition, attribute.value)
    if (value === undefined) return { problem: problemOf(definition, attribute) }
    if (stored.some(({ name }) => name === definition!.name))
      return { problem: `“${attributeLine(attribute)}”: this attribute is there twice` }
    stored.push({ name: definition!.name, value })
  }
  return { text: formatAttributes(stored) }
}

function problemOf(definition: KnownAttribute | undefined, attribute: Attribute) {
  const line = `“${attributeLine(attribute)}”`
  if (!definition) return `${line}: there is no attribute “${attribute.name}”`
  const { name, unit } = definition
  return `${line}: ${name} is a number${unit && ` in ${unit}`}, with at most three decimals`
}

/** Undefined when it is no such value. */
function storedValue({ kind, unit }: KnownAttribute, typed: string) {
  if (kind === 'text') return typed
  const thousandths = toThousandths(typed, unit)
  if (thousandths === undefined) return undefined
  return [thousandths / 1000, unit].filter((part) => part !== '').join(' ')
}

/** The unit may be left out; a comma is a decimal point. */
function toThousandths(typed: string, unit: string) {
  const [, number, given] = /^(-?\d{1,7}(?:[.,]\d{1,3})?) ?(.*)$/.exec(typed) ?? []
  if (!number || (given && given.toLowerCase() !== unit.toLowerCase())) return undefined
  return Math.round(Number(number.replace(',', '.')) * 1000)
}
