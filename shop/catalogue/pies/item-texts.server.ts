import type { XmlElement } from '~/platform/import/xml-elements.server.ts'
import { textIn } from '~/platform/import/xml-elements.server.ts'
import { excerpt } from '~/platform/text.ts'
import { fieldOf, longestProductName } from '../fields/product-fields.ts'
import { searchable } from '../rules.ts'
import type { PiesFile } from './read-pies.server.ts'
import { said, segment } from './read-pies.server.ts'

type Named = { brand: string; number: string }

/** Name and description; a segment that the item does not have says nothing. */
export function itemTexts(item: XmlElement, file: PiesFile, named: Named) {
  const texts = segment(item, 'Descriptions', 'Description').filter(
    ({ attributes }) => (attributes.LanguageCode ?? file.language).toUpperCase().replace('EN', '') === '',
  )
  const by = (code: string) =>
    texts
      .filter(({ attributes }) => attributes.DescriptionCode === code)
      .sort((a, b) => Number(a.attributes.Sequence ?? 0) - Number(b.attributes.Sequence ?? 0))
      .map(({ text }) => plainText(text))
      .filter(Boolean)
  const short = ['DES', 'SHO', 'INV', 'EXT'].flatMap(by)[0]?.replace(/\s+/g, ' ')
  const copy = by('MKT').length > 0 ? by('MKT') : by('EXT')
  const description = [...copy, asList(by('FAB')), kitOf(item)].filter(Boolean).join('\n\n')
  return {
    ...(short && { productName: nameOf(short, named) }),
    ...(description && {
      productDescription: excerpt(description, fieldOf('productDescription').maxLength! - 1),
    }),
  }
}

/** Short descriptions repeat from part to part, and names of parts do not. */
function nameOf(short: string, { brand, number }: Named) {
  const has = (text: string) => searchable(short).includes(searchable(text))
  const before = has(brand) ? '' : `${brand} `
  const behind = has(number) ? '' : ` ${number}`
  return before + excerpt(short, longestProductName - before.length - behind.length - 1) + behind
}

const asList = (texts: string[]) => texts.map((text) => `• ${text}`).join('\n')

/** What is in the box, in words: the parts of a kit are parts of their own. */
function kitOf(item: XmlElement) {
  const parts = [...segment(item, 'Kits', 'KitComponent'), ...segment(item, 'Kits', 'Kit')].map((part) => {
    const count = Number(textIn(part, 'QuantityInKit') || 1)
    const brand = said(part, 'ComponentBrandLabel', 'BrandLabel')
    const words = [
      brand,
      said(part, 'ComponentPartNumber', 'PartNumber'),
      plainText(textIn(part, 'Description')),
    ]
    return `${count > 0 ? count : 1} × ${words.filter(Boolean).join(' ')}`
  })
  return parts.length > 0 ? `In this kit:\n${asList(parts)}` : ''
}

/** Makers paste what was written for their own pages. */
const plainText = (text: string) =>
  text
    .replace(/<(?:br|\/p|\/li|\/div)\b[^<>]{0,200}>/gi, '\n')
    .replace(/<\/?(?:b|i|u|em|strong|span|font|a|su[bp])(?:\s[^<>]{0,200})?>/gi, '')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replace(/&nbsp;|\p{Cc}(?<!\n)/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
