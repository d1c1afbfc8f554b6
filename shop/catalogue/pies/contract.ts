import { z } from 'zod'
import type { DepositChoice, PriceChoice } from './rule.ts'
import { depositChoices, isFactor, longestBrand, priceChoices } from './rule.ts'

const oneOf = <Name extends string>(choices: Record<Name, string>, problem: string) =>
  z.enum(Object.keys(choices) as [Name, ...Name[]], problem)

const brandName = z
  .string()
  .trim()
  .min(1, 'Say what the brand is called')
  .max(longestBrand, `A brand has at most ${longestBrand} characters`)

/** How the owner wants the files of a supplier to be read. */
export const PiesRule = z.object({
  /** What the brands of the files are called in this shop, by their codes. */
  brands: z.record(z.string().max(10), brandName).default({}),
  price: oneOf<PriceChoice>(priceChoices, 'Which price is taken?').default(''),
  /** By which the price is multiplied. */
  factor: z.string().trim().refine(isFactor, 'The factor is a number like 1.35').default('1'),
  /** The next price above that ends so. */
  endsIn99: z.boolean().default(false),
  /** The categories of its kinds of part, by their numbers. */
  categories: z.record(z.string().max(10), z.string().max(60)).default({}),
  deposit: oneOf<DepositChoice>(depositChoices, 'Which deposit is taken?').default(''),
  /** What was changed here follows this one file, too. */
  replacesAll: z.boolean().default(false),
})
export type PiesRule = z.output<typeof PiesRule>

/** What the beginning of such a file says of it. */
export const PiesLook = z.object({
  version: z.string(),
  /** Of all parts, or of those that have changed. */
  submission: z.string(),
})
export type PiesLook = z.infer<typeof PiesLook>
