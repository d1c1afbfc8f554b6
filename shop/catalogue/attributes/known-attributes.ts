import type { AttributeRow } from '~/database/tables.ts'
import { searchable } from '../rules.ts'
import { meantBy } from '../words/mistakes.ts'
import type { Attribute } from './attribute-lines.ts'
import { attributeLine, formatAttributes, readAttributes } from './attribute-lines.ts'

/** As a row of the table, or in the list that admins are given. */
export type KnownAttribute = Pick<AttributeRow, 'name' | 'kind' | 'unit'>

/** The attributes in the spelling and the unit of the shop, or what is wrong with the first that it does not know. */
export function knownAttributes(
  known: KnownAttribute[],
  text: string,
): { text: string } | { problem: string } {
  const stored: Attribute[] = []
  for (const attribute of readAttributes(text)) {
    const read = knownAttribute(known, attribute)
    const problem = 'problem' in read ? read.problem : isThere(stored, read.name) ? twice : undefined
    if (problem) return { problem: `“${attributeLine(attribute)}”: ${problem}` }
    stored.push(read as Attribute)
  }
  return { text: formatAttributes(stored) }
}

const twice = 'this attribute is there twice'
const isThere = (attributes: Attribute[], name: string) => attributes.some((one) => one.name === name)

/** One of them, or what is wrong with it. */
export function knownAttribute(
  known: KnownAttribute[],
  { name, value }: Attribute,
): Attribute | { problem: string } {
  const definition = definitionOf(known, name)
  if (!definition) return { problem: `there is no attribute “${name}”` }
  const stored = storedValue(definition, value)
  if (stored !== undefined) return { name: definition.name, value: stored }
  const { unit } = definition
  return { problem: `${definition.name} is a number${unit && ` in ${unit}`}, with at most three decimals` }
}

export function definitionOf<Known extends KnownAttribute>(known: Known[], name: string) {
  const key = searchable(name)
  return known.find((one) => searchable(one.name) === key)
}

/** The attribute that was perhaps meant by a name that the shop does not have. */
export function attributeMeantBy(known: KnownAttribute[], name: string) {
  const isMeant = meantBy(searchable(name))
  return known.find((one) => isMeant(searchable(one.name)))?.name
}

/** What a new attribute of this value would be: “12.5 mm” is a number in mm, “5W-30” a text. */
export function kindOfValue(value: string): Pick<KnownAttribute, 'kind' | 'unit'> {
  const number = /^-?\d{1,7}(?:[.,]\d{1,3})?(?: ?([^\d\s.,-][^\d\s-]{0,9}))?$/.exec(value.trim())
  return number ? { kind: 'number', unit: number[1] ?? '' } : { kind: 'text', unit: '' }
}

/** The value without the unit, which stands beside the field. */
export function withoutUnit({ kind, unit }: KnownAttribute, value: string) {
  if (kind === 'text' || !unit || !value.toLowerCase().endsWith(unit.toLowerCase())) return value
  const number = value.slice(0, -unit.length).trim()
  return number === '' ? value : number
}

/** And with it again; what is no bare number stays as it is. */
export const withUnit = ({ kind, unit }: KnownAttribute, value: string) =>
  kind === 'number' && unit && /^-?[\d.,]+$/.test(value) ? `${value} ${unit}` : value

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
