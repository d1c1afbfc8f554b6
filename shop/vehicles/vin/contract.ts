import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Vehicle } from '../contract.ts'
import { looksLikeVin } from './vin.ts'

/** What a VIN tells: cars to choose from, never a car that was chosen by itself. */
const VinAnswer = z.object({
  /** `make-only`: it does not say more, as most VINs of Europe do not. */
  state: z.enum(['exact', 'corrected', 'make-only', 'unknown']),
  /** How many characters it has; 17 would be right. */
  characters: z.number().int(),
  make: z.object({ key: z.string(), name: z.string() }),
  cars: z.array(
    Vehicle.extend({
      /** The model year, and the months in which it was built; without a year when more than one is possible. */
      year: z.number().int().optional(),
      facts: z.string(),
    }),
  ),
  /** Cars that it may be of and that are not on our list. */
  unlisted: z.array(z.string()),
})
export type VinAnswer = z.infer<typeof VinAnswer>

export const longestVin = 40

export const vinContract = {
  readVin: {
    body: z.object({
      vin: z
        .string('Type a VIN')
        .max(longestVin, 'A VIN has 17 characters')
        .refine((text) => looksLikeVin(text), 'A VIN has 17 letters and digits'),
    }),
    response: VinAnswer,
  },
} satisfies Contract
export type VinContract = typeof vinContract
