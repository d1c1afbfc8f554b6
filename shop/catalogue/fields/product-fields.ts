import { attributesProblem, formatAttributes, readAttributes } from '../attributes/attribute-lines.ts'
import { formatNumbers, numbersProblem, readNumbers } from '../numbers/number-lines.ts'
import { withoutArticle } from '../unit.ts'
import type { ProductField } from './field-kinds.ts'
import {
  category,
  choiceField,
  dollarsField,
  lines,
  optionalDollars,
  optionalNumber,
  optionalText,
  picture,
  pictures,
  pieces,
  text,
} from './field-kinds.ts'

export const longestProductName = 120

/**
 * The fields of a product that people fill in, in the order of files and of Add Product. The contract, both forms, CSV
 * files, comparisons, the audit trail and the row in the table all follow this record: a field is added here and nowhere
 * else.
 */
export const productFields = {
  productName: text('Product name', 'product_name', {
    maxLength: longestProductName,
    isSearched: true,
    mustBeVisible: true,
  }),
  availableQty: pieces('Available quantity', 'available_qty', { min: 0 }),
  orderQty: pieces('Minimum order quantity', 'order_qty', { min: 1 }),
  price: dollarsField('Price', 'price_cents'),
  deposit: optionalDollars('Deposit', 'deposit_cents', {
    hint: 'Paid with each piece and given back when its old part is returned: for alternators, starters, calipers. Empty means none.',
  }),
  productDescription: text('Product description', 'product_description', {
    maxLength: 5000,
    isSearched: true,
    isLong: true,
  }),
  image: picture('Image', 'image'),
  category: category('Category', 'category_id'),
  brand: optionalText('Brand', 'brand', { maxLength: 60, isSearched: true }),
  attributes: lines('Attributes', 'attributes', {
    problem: attributesProblem,
    normal: (text) => formatAttributes(readAttributes(text)),
    hint: 'A row for each that is known; what stays empty is not said. Lines that are pasted become rows.',
  }),
  numbers: lines('Part numbers', 'numbers', {
    problem: numbersProblem,
    normal: (text) => formatNumbers(readNumbers(text)),
    hint: 'Customers find the part by each of them. Lines that are pasted become rows, also columns of a spreadsheet: kind, brand, number.',
  }),
  fitKind: choiceField('Which cars it fits', 'fit_kind', {
    choices: {
      unsaid: 'Not said yet',
      listed: 'Those on its list, and perhaps more',
      'listed-all': 'Those on its list alone',
      'by-size': 'Every car with these measures',
      'every-car': 'Every car',
    },
    hint: 'Only a list that is said to be complete tells customers that a part does not fit.',
  }),
  unit: {
    ...optionalText('Unit', 'unit', {
      maxLength: 40,
      hint: 'What the price is for: “pair”, “set of 4”, “kit”, “can of 5 litres”, of which the price per litre is shown too. Empty means a piece.',
    }),
    fromText: withoutArticle,
  },
  inTheBox: optionalText('What is in the box', 'in_the_box', {
    maxLength: 120,
    hint: 'Where the picture shows more or less than is sold: “One filter is in the box; the picture shows two”.',
  }),
  weightGrams: optionalNumber('Weight in grams', 'weight_grams', {
    hint: 'Of one with its packing, where delivery costs by weight. Empty means that nobody has weighed it.',
  }),
  ships: choiceField('How it is sent', 'ships', {
    choices: { parcel: 'By parcel', freight: 'By freight', collect: 'Only collected at the workshop' },
    hint: 'One part by freight sends all of its purchase by freight. Counts once delivery is set under Shop settings.',
  }),
  shelf: {
    ...optionalText('Shelf', 'shelf', {
      maxLength: 20,
      hint: 'Where it lies, as “A12-3”. Pick lists and packing slips say it; customers never see it.',
    }),
    isPrivate: true as const,
  },
  morePictures: pictures('More pictures', 'more_pictures'),
  visibility: {
    ...choiceField('Visibility', 'visibility', {
      choices: { shown: 'Shown in the shop', hidden: 'Hidden (not for sale yet)' },
      hint: 'Only those who manage products see what is hidden. Orders that were placed keep it.',
    }),
    isPrivate: true as const,
  },
}

export type FieldName = keyof typeof productFields
export type FieldOf<Name extends FieldName> = (typeof productFields)[Name]
export type ProductValues = { [Name in FieldName]: ReturnType<FieldOf<Name>['fromText']> }
export type OptionalName = {
  [Name in FieldName]: FieldOf<Name> extends { isOptional: true } ? Name : never
}[FieldName]

export type PrivateName = {
  [Name in FieldName]: FieldOf<Name> extends { isPrivate: true } ? Name : never
}[FieldName]

/** What is edited. Stock is not: it moves with every order, so it is set by Restock and by files. */
export type DetailName = Exclude<FieldName, 'availableQty'>
export type Details = Pick<ProductValues, DetailName>

export const fieldNames = Object.keys(productFields) as FieldName[]

/** In the order of the edit form. */
export const detailNames = [
  ...new Set<FieldName>(['productName', 'price', 'orderQty', ...fieldNames]),
].filter((name): name is DetailName => name !== 'availableQty')

/** Of a product as it is known: pages for everybody know nothing that is private. */
export const detailsIn = (product: Partial<ProductValues>) =>
  Object.fromEntries(
    detailNames.filter((name) => name in product).map((name) => [name, product[name]]),
  ) as Details

/** One of them, when it does not matter which. */
export const fieldOf = (name: FieldName): ProductField => productFields[name]

export const mapFields = <T>(make: (field: ProductField, name: FieldName) => T) =>
  Object.fromEntries(fieldNames.map((name) => [name, make(fieldOf(name), name)])) as Record<FieldName, T>

/** What is wrong with these as they stand in a form. */
export const formProblems = <Name extends FieldName>(names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, (typed: string) => fieldOf(name).problem(typed.trim())]),
  ) as Record<Name, (typed: string) => string | undefined>

/** Their values, when there are no problems. */
export function fromTexts<Name extends FieldName>(names: readonly Name[], typed: Record<Name, string>) {
  const values = names.map((name) => [name, fieldOf(name).fromText(typed[name].trim())])
  return Object.fromEntries(values) as Pick<ProductValues, Name>
}

export type Change = { from: ProductValues[FieldName]; to: ProductValues[FieldName] }

/** What is different, by field. What was not seen before is not compared. */
export function changedFields<Name extends FieldName>(
  names: readonly Name[],
  before: { [N in Name]?: ProductValues[N] | undefined },
  after: Pick<ProductValues, Name>,
) {
  const changes: Partial<Record<Name, Change>> = {}
  for (const name of names) {
    const from = before[name]
    if (from !== undefined && from !== after[name]) changes[name] = { from, to: after[name] }
  }
  return changes
}

/** What the search reads. */
export const searchedText = (product: Details) =>
  detailNames
    .filter((name) => fieldOf(name).isSearched)
    .map((name) => product[name])
    .join(' ')
