import { z } from 'zod'
import { numeric } from '~/platform/http/input/numbers.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import type { FieldName, ProductValues } from './fields/product-fields.ts'
import { mapFields } from './fields/product-fields.ts'
import { mostPieces, sorts } from './rules.ts'

const valueOfKind = { text: z.string(), pieces: z.number().int(), dollars: z.number(), picture: z.string() }

/** The fields as clients read them. A free item has the price 0. */
export const productValues = mapFields((field) => valueOfKind[field.kind]) as {
  [Name in FieldName]: z.ZodType<ProductValues[Name]>
}

export const Product = z.object({ _id: z.string(), ...productValues })
export type Product = z.infer<typeof Product>

export const ProductListQuery = ListQuery.omit({ from: true }).extend({ sort: choice(sorts) })
export type ProductListQuery = z.infer<typeof ProductListQuery>

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
