import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { Product } from '~/shop/catalogue/contract.ts'
import { noSuchProduct } from '~/shop/catalogue/rules.ts'
import { factsText, vehicleId } from '~/shop/vehicles/contract.ts'
import { mostInCart } from './rules.ts'

/** Nothing in it is hidden, gone or sold out, or known not to fit the car. */
export const RelatedParts = z.object({
  /** “You also need”: what the owner has put together. */
  needed: z.array(Product),
  /** “Often bought together”: what customers have, without what is needed. */
  together: z.array(Product),
})
export type RelatedParts = z.infer<typeof RelatedParts>

/** Without a car, nothing is said about fitting. */
const forCar = { car: vehicleId.optional(), facts: factsText.default('') }
const byId = z.object({ id: z.string() })

const productIds = z
  .string()
  .max(8000)
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((ids) => ids.length <= mostInCart, `Ask for at most ${mostInCart} parts`)

export const relatedContract = {
  getRelatedParts: { params: byId, query: z.object(forCar), response: RelatedParts },
  listRelatedToCart: { query: z.object({ ...forCar, parts: productIds }), response: RelatedParts },
} satisfies Contract
export type RelatedContract = typeof relatedContract

export const refuse = refusalsOf({
  unknown_product: [404, noSuchProduct],
})
