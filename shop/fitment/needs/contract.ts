import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Category } from '~/shop/catalogue/categories/contract.ts'
import { Product, ProductFit } from '~/shop/catalogue/contract.ts'
import { carQuery, PartFit } from '../contract.ts'

/** A part that the car takes, as far as that is known. */
const NeededPart = z.object({
  product: Product,
  fit: ProductFit,
  /** How many of what it is sold by; absent where that is not known. */
  quantity: z.number().int().optional(),
})
export type NeededPart = z.infer<typeof NeededPart>

const CarNeed = z.object({
  category: Category.pick({ _id: true, name: true, path: true }),
  /** What is known of the car: “oil viscosity: 5W-30”. */
  known: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What would tell more about it. */
  question: PartFit.shape.question,
  parts: z.array(NeededPart),
  /** Without a part: that it needs none, or that there is none here; also without it nobody has said what it takes. */
  reason: z.string().optional(),
})
export type CarNeed = z.infer<typeof CarNeed>

export const CarNeeds = z.object({
  car: z.object({ _id: z.string(), name: z.string(), shortName: z.string() }),
  needs: z.array(CarNeed),
})
export type CarNeeds = z.infer<typeof CarNeeds>

export const needsContract = {
  getCarNeeds: { query: z.object(carQuery), response: CarNeeds },
} satisfies Contract
export type NeedsContract = typeof needsContract
