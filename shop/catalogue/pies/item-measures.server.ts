import type { XmlElement } from '~/platform/import/xml-elements.server.ts'
import { childOf, textIn } from '~/platform/import/xml-elements.server.ts'
import { attributeLine } from '../attributes/attribute-lines.ts'
import type { KnownAttribute } from '../attributes/known-attributes.ts'
import { definitionOf, knownAttribute } from '../attributes/known-attributes.ts'
import { segment } from './read-pies.server.ts'

type Note = (message: string) => void

/** Attributes that the file names in words, where the shop knows them; several values of one are one text. */
export function attributesOf(item: XmlElement, known: KnownAttribute[], note: Note) {
  const values = new Map<string, string[]>()
  for (const { attributes, text } of segment(item, 'ProductAttributes', 'ProductAttribute')) {
    if (attributes.PADBAttribute !== 'N') {
      note('Attributes that are named by an id of the PAdb are left out')
      continue
    }
    const { AttributeID: name = '', AttributeUOM: unit = '' } = attributes
    const definition = definitionOf(known, name)
    if (!definition) note(`There is no attribute “${name.slice(0, 80)}” in this shop: it is left out`)
    else values.set(definition.name, [...(values.get(definition.name) ?? []), `${text} ${unit}`.trim()])
  }
  return [...values].flatMap(([name, texts]) => {
    const value = [...new Set(texts)].join(', ')
    const read = knownAttribute(known, { name, value })
    if (!('problem' in read) && value.length <= longestValue) return attributeLine(read)
    note(`Values of “${name}” that do not suit it are left out`)
    return []
  })
}

const longestValue = 120

const gramsPer: Record<string, number> = {
  PG: 453.59237,
  LB: 453.59237,
  OZ: 28.349523125,
  GT: 1000,
  KG: 1000,
  GR: 1,
}

/** With its packing, of one piece. */
export function weightOf(item: XmlElement) {
  const packages = segment(item, 'Packages', 'Package')
  const one =
    packages.find((found) => textIn(found, 'PackageUOM') === 'EA') ??
    packages.find((found) => textIn(found, 'QuantityofEaches') === '1')
  const weights = one && childOf(one, 'Weights')
  const grams = Math.round(Number(textIn(weights, 'Weight')) * (gramsPer[weights?.attributes.UOM ?? ''] ?? 0))
  return grams > 0 ? { weightGrams: String(grams) } : {}
}
