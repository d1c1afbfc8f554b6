import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { numeric } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { Category } from './categories/contract.ts'
import type { FieldName, PrivateName, ProductValues } from './fields/product-fields.ts'
import { fieldNames, fieldOf, mapFields } from './fields/product-fields.ts'
import type { FilterName } from './filter-names.ts'
import type { FilterValues } from './list-filters.ts'
import { dollarsPattern, lengthOfFilter, mapFilters, mostFilters } from './list-filters.ts'
import { sorts } from './list-rules.ts'
import { mostPieces, noSuchProduct } from './rules.ts'

const valueOfKind = {
  text: z.string(),
  lines: z.string(),
  choice: z.string(),
  pieces: z.number().int(),
  number: z.union([z.number().int(), z.literal('')]),
  dollars: z.number(),
  picture: z.string(),
  pictures: z.string(),
  category: z.string(),
}

const filterOfKind = {
  several: (longest: number) =>
    z
      .union([z.string(), z.array(z.string())])
      .optional()
      .catch(undefined)
      .transform((given) =>
        [given ?? []]
          .flat()
          .filter((text) => text !== '' && text.length <= longest)
          .slice(0, mostFilters),
      ),
  dollars: () =>
    z
      .string()
      .regex(dollarsPattern)
      .optional()
      .catch(undefined)
      .transform((text) => (text === undefined ? undefined : Number(text.replace(',', '.')))),
  word: (_: number, words: readonly string[] = []) => z.enum(words).optional().catch(undefined),
  text: (longest: number) => z.string().max(longest).default(''),
}

/** The fields as clients read them. A free item has the price 0. */
export const productValues = mapFields((field) => valueOfKind[field.kind]) as {
  [Name in FieldName]: z.ZodType<ProductValues[Name]>
}

/** What everybody may read. */
const publicValues = Object.fromEntries(
  fieldNames.filter((name) => !fieldOf(name).isPrivate).map((name) => [name, productValues[name]]),
) as Omit<typeof productValues, PrivateName>

/** The number by which a search has found a part. */
export const MatchedNumber = z.object({
  /** The very number, one that begins with what was typed, or one with a character of difference. */
  match: z.enum(['equal', 'begins', 'near']),
  kind: z.enum(['own', 'oe', 'competitor', 'replaced', 'ean']),
  maker: z.string(),
  number: z.string(),
})
export type MatchedNumber = z.infer<typeof MatchedNumber>

/** How a part fits the car that a list is for, in a few words. */
export const ProductFit = z.object({
  verdict: z.enum(['fits', 'only-if', 'does-not-fit', 'unknown']),
  words: z.string(),
})
export type Verdict = z.infer<typeof ProductFit>['verdict']

const ProductRating = z.object({ average: z.number(), count: z.number().int() })

export const Product = z.object({
  _id: z.string(),
  ...publicValues,
  matchedNumber: MatchedNumber.optional(),
  fit: ProductFit.optional(),
  /** Of its reviews, on a page of parts; absent while there are none. */
  rating: ProductRating.optional(),
})
export type Product = z.infer<typeof Product>
/** With what staff alone may see: no contract but theirs lets it out. */
export type WholeProduct = Product & ProductValues

/** By what lists are narrowed. What is not understood in an address is ignored; what no part has finds nothing. */
const filterQuery = {
  /** Of a group, its kinds are meant as well. */
  category: z.string().optional().catch(undefined),
  ...(mapFilters(({ kind, words }, name) => filterOfKind[kind](lengthOfFilter(name), words)) as {
    [Name in FilterName]: z.ZodType<FilterValues[Name]>
  }),
}

export const ProductListQuery = ListQuery.omit({ from: true }).extend({ sort: choice(sorts), ...filterQuery })
export type ProductListQuery = z.infer<typeof ProductListQuery>

export const FacetQuery = z.object({ q: ListQuery.shape.q, ...filterQuery })
export type FacetQuery = z.infer<typeof FacetQuery>

const CountedValue = z.object({ value: z.string(), parts: z.number().int() })

/** By what a list can be narrowed further, with the number of parts that each choice leads to. */
export const Facets = z.object({
  /** The tree, with the parts of the search in each category. */
  categories: z.array(Category),
  brands: z.array(CountedValue),
  /** Of the chosen category. */
  attributes: z.array(z.object({ name: z.string(), values: z.array(CountedValue) })),
  lowestPrice: z.number(),
  highestPrice: z.number(),
  inStock: z.number().int(),
  /** Where a search has found nothing: kinds of part that are near to its words, and have parts. */
  nearKinds: z.array(Category).optional(),
  /** Of a list for a car: its name and age, and how many parts fit, were not checked, and do not fit. */
  fit: z
    .object({
      car: z.string(),
      /** “Golf 5 2.0 TDI”. */
      shortName: z.string(),
      /** “10/2003 to 11/2008, 103 kW / 140 hp”. */
      about: z.string(),
      fits: z.number().int(),
      unknown: z.number().int(),
      not: z.number().int(),
    })
    .optional(),
})
export type Facets = z.infer<typeof Facets>

export const SetStock = z.object({
  availableQty: numeric(
    'Available quantity must be a number',
    z
      .number()
      .int('Available quantity must be a whole number')
      .min(0, 'Available quantity must not be negative')
      .max(mostPieces, `Available quantity must be at most ${mostPieces}`),
  ),
  /** What the admin saw: when something was sold meanwhile, nothing is set. */
  seenQty: z.number().int().optional(),
})
export type SetStock = z.infer<typeof SetStock>

/** Stock moves with orders; a browser that reports it once more is answered with what is really on the shelf. */
export const RealStock = z.object({ modifiedCount: z.number().int(), availableQty: z.number().int() })

const byId = z.object({ id: z.string() })

export const catalogueContract = {
  getFacets: { query: FacetQuery, response: Facets },
  listProducts: { query: ProductListQuery, response: z.array(Product) },
  getProduct: { params: byId, response: Product },
  setStock: { params: byId, body: SetStock, response: RealStock },
  reportStock: { params: byId, body: SetStock, response: RealStock },
} satisfies Contract
export type CatalogueContract = typeof catalogueContract

export const refuse = refusalsOf({
  unknown_product: [404, noSuchProduct],
  stock_changed: [
    409,
    'The stock has changed meanwhile: {availableQty} are left now. Look again and save once more.',
  ],
})
