import type { FieldName } from '../fields/product-fields.ts'
import { fieldNames, fieldOf } from '../fields/product-fields.ts'
import { searchable } from '../rules.ts'

export const longestSupplier = 60
export const longestFileName = 200

/** What a column of somebody else's file can be, beside the fields of a product. */
export const numberColumns = {
  own: 'Part number',
  ean: 'EAN, UPC or GTIN',
  oe: 'OE numbers',
  competitor: 'Numbers of other brands',
  replaced: 'Replaces (numbers)',
} as const
export type KindColumn = keyof typeof numberColumns

export const weightInKg = 'weightKg'
const attributePrefix = 'attribute:'
export const attributeColumn = (name: string) => `${attributePrefix}${name}`
export const attributeOfColumn = (column: string) =>
  column.startsWith(attributePrefix) ? column.slice(attributePrefix.length) : undefined

/** Several columns may be these. */
export const repeatableColumns: ReadonlySet<string> = new Set<string>([
  'ean',
  'oe',
  'competitor',
  'replaced',
  'morePictures',
])
export const columnsOfNumbers: ReadonlySet<string> = new Set<string>([
  'price',
  'deposit',
  'availableQty',
  'orderQty',
  'weightGrams',
  weightInKg,
])

type SheetColumn = { name: string; label: string }

const notAsked = new Set<FieldName>(['numbers', 'attributes'])
/** In the order in which a form offers them. */
export const sheetColumns: SheetColumn[] = [
  { name: 'own', label: numberColumns.own },
  ...fieldNames
    .filter((name) => !notAsked.has(name))
    .map((name) => ({ name, label: fieldOf(name).input.label })),
  { name: weightInKg, label: 'Weight in kg' },
  ...Object.entries(numberColumns)
    .filter(([name]) => name !== 'own')
    .map(([name, label]) => ({ name, label })),
  { name: 'numbers', label: 'Part numbers, each with its kind' },
  { name: 'attributes', label: 'Attributes, each with its name' },
  { name: '_id', label: 'Id in this shop (_id)' },
]

export const isSheetColumn = (name: string) =>
  sheetColumns.some((column) => column.name === name) || attributeOfColumn(name) !== undefined

/** What headings say, in English and German, folded; the first ones of each are the surest. */
const words: Record<string, readonly string[]> = {
  own: [
    'part number|part no|partno|partnumber|part nr|article number|article no|item number|item no|sku|mpn|product code',
    'artikel nr|artikelnr|artikelnummer|art nr|artnr|artikel no|teilenummer|teile nr|teilenr|bestellnummer|bestell nr',
    'manufacturer part number|hersteller nr|herstellernummer|herstellerteilenummer|article|artikel',
  ],
  productName: [
    'product name|part name|item name|title|name|designation|short description',
    'bezeichnung|artikelbezeichnung|artikelname|produktname|benennung|kurztext|kurzbezeichnung|titel',
  ],
  availableQty: [
    'stock|available quantity|available|qty|quantity|on hand|qty on hand|in stock|stock level|stock qty|inventory',
    'bestand|lagerbestand|lager|menge|verfugbar|verfugbare menge|anzahl|stuckzahl',
  ],
  orderQty: [
    'minimum order quantity|min order qty|minimum order|moq|min order|minimum quantity',
    'mindestbestellmenge|mindestmenge|mindestabnahme',
  ],
  price: [
    'price|retail price|sales price|selling price|gross price|price gross|unit price',
    'vk brutto|vk preis brutto|verkaufspreis brutto|bruttopreis|preis brutto|vk|vk preis|verkaufspreis|preis|endpreis|ladenpreis',
    'rrp|msrp|list price|uvp|listenpreis|uvp brutto',
  ],
  deposit: ['core charge|core price|deposit', 'pfand|altteilpfand|altteilewert|pfandwert'],
  productDescription: [
    'description|long description|product description|text|details',
    'beschreibung|langtext|artikelbeschreibung|produktbeschreibung|artikeltext|langbeschreibung',
  ],
  image: [
    'image|image url|picture|picture url|photo|image link|image 1|picture 1',
    'bild|bild url|bildurl|bildadresse|foto|bild 1|bildlink|produktbild',
  ],
  morePictures: [
    'more pictures|additional images|image 2|image 3|image 4|picture 2|picture 3',
    'weitere bilder|bild 2|bild 3|bild 4|zusatzbilder',
  ],
  category: [
    'category|product group|part type|product type|group',
    'warengruppe|kategorie|artikelgruppe|produktgruppe|gruppe|produktart',
  ],
  brand: ['brand|manufacturer|maker|brand name', 'hersteller|marke|fabrikat|herstellername|markenname'],
  unit: ['unit|unit of measure|uom', 'einheit|mengeneinheit|verkaufseinheit'],
  inTheBox: ['in the box|contents|scope of delivery', 'lieferumfang|inhalt'],
  weightGrams: ['weight g|weight grams|weight in g|weight in grams', 'gewicht g|gewicht in g|gewicht gramm'],
  [weightInKg]: ['weight kg|weight in kg|weight kilograms', 'gewicht kg|gewicht in kg'],
  shelf: ['shelf|bin|location|bin location', 'lagerplatz|regal|lagerort|fach'],
  ean: [
    'ean|gtin|upc|barcode|ean code|ean 13|upc code|ean gtin|gtin ean',
    'ean nummer|ean nr|strichcode|gtin nummer',
  ],
  oe: [
    'oe|oem|oe number|oe numbers|oem number|oem numbers|oe no|oe nos|oen|original number',
    'oe nummer|oe nummern|oe nr|oem nummer|oem nummern|originalnummer|originalnummern|oe referenz',
  ],
  competitor: [
    'cross reference|cross references|competitor number|interchange',
    'vergleichsnummern|vergleichsnummer',
  ],
  replaced: [
    'replaces|supersedes|superseded number|old number',
    'ersetzt|vorganger|ersetzte nummer|alte nummer',
  ],
}
/** What stands behind the word: a price is in dollars here, and what it holds is said by its own column. */
const afterwards = / (?:in )?(?:eur|euro|usd|dollars?|incl (?:vat|tax)|inkl mwst|inkl ust)$/

/** Signs and accents aside. */
export const headingKey = (heading: string) =>
  searchable(heading)
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const rankOf = new Map(
  Object.entries(words).flatMap(([name, lists]) =>
    lists.flatMap((list, rank) => list.split('|').map((word) => [word, { name, rank }] as const)),
  ),
)

/**
 * What each column probably is, or nothing. A price for dealers is none for customers, so nothing is made of it; of two
 * columns that may be the same, one is.
 */
export function guessColumns(headings: string[], attributes: string[]): string[] {
  const byAttribute = new Map(attributes.map((name) => [headingKey(name), name]))
  const guesses = headings.map((heading) => {
    const ours = sheetColumns.find(({ name }) => name === heading)
    if (ours) return { name: ours.name, rank: -1 }
    const key = headingKey(heading)
    const found = rankOf.get(key) ?? rankOf.get(key.replace(afterwards, ''))
    if (found) return found
    const attribute = byAttribute.get(key) ?? byAttribute.get(headingKey(heading.replace(/[([].*$/, '')))
    return attribute === undefined ? undefined : { name: attributeColumn(attribute), rank: 0 }
  })
  return guesses.map((guess, n) => {
    if (!guess) return ''
    const isBetter = (other: (typeof guesses)[number], m: number) =>
      other?.name === guess.name && (other.rank < guess.rank || (other.rank === guess.rank && m < n))
    return repeatableColumns.has(guess.name) || !guesses.some(isBetter) ? guess.name : ''
  })
}
