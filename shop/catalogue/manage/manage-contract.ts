import { z } from 'zod'
import { typed } from '~/platform/http/input/texts.ts'
import { Product } from '../contract.ts'
import { longestSearch, searchable } from '../rules.ts'
import { manageSorts, stockFilters } from './manage-rules.ts'
import type { ProductField } from './product-rules.ts'
import { longestDescription, longestName, problemOf, toCents } from './product-rules.ts'

/** Numbers may come as text too: that is what a plain form sends. */
const field = <T>(name: ProductField, read: (typed: string) => T) =>
  z.union([z.number(), z.string().max(4000)], { error: problemOf[name]('') }).transform((given, context) => {
    const asTyped = String(given).trim()
    const problem = problemOf[name](asTyped)
    if (problem) context.addIssue({ code: 'custom', message: problem })
    return read(asTyped)
  })

const productName = typed(longestName, problemOf.productName('')!).refine(
  // Something of it must be seen.
  (name) => searchable(name) !== '',
  problemOf.productName('')!,
)
const details = {
  orderQty: field('orderQty', Number),
  price: field('price', toCents),
  productDescription: typed(longestDescription, problemOf.productDescription('')!),
  image: field('image', String),
}

export const NewProduct = z
  .object({
    productName,
    availableQty: field('availableQty', Number),
    ...details,
  })
  .transform(({ price: priceCents, ...rest }) => ({ ...rest, priceCents }))
export type NewProduct = z.output<typeof NewProduct>

/** New details, and those that the admin saw before: whoever changed them in between is not overwritten. */
export const EditProduct = z.object({
  ...details,
  /** Without it the name stays. */
  productName: productName.optional(),
  seen: Product.pick({
    productName: true,
    orderQty: true,
    price: true,
    productDescription: true,
    image: true,
  }).partial({ productName: true }),
})
export type EditProduct = z.output<typeof EditProduct>

export const ManageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).catch(1),
  limit: z.coerce.number().int().min(1).max(48).default(24).catch(48),
  q: z.string().trim().max(longestSearch).optional().catch(undefined),
  sort: z.enum(manageSorts).default('newest').catch('newest'),
  stock: z.enum(stockFilters).optional().catch(undefined),
  /** Where to go on beyond the first 10,000 rows of what is sorted or narrowed by stock. */
  from: z.string().max(500).optional().catch(undefined),
})
export type ManageQuery = z.output<typeof ManageQuery>
