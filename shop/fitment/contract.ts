import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { ImportReport, ImportRequest } from '~/platform/import/import-report.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { ProductFit } from '~/shop/catalogue/contract.ts'
import { noSuchProduct } from '~/shop/catalogue/rules.ts'
import { factsText, Vehicle, vehicleId } from '~/shop/vehicles/contract.ts'
import { noSuchVehicle } from '~/shop/vehicles/rules.ts'

const { verdict } = ProductFit.shape

/** A card has room for a few words. */
export const PartMark = ProductFit.extend({ _id: z.string() })
export type PartMark = z.infer<typeof PartMark>

const Choice = z.object({ value: z.string(), label: z.string() })

export const PartFit = z.object({
  verdict,
  /** “Fits”, “Fits if”, “Does not fit” or “Not checked”. */
  words: z.string(),
  reason: z.string(),
  car: z.object({ _id: z.string(), name: z.string() }),
  /** What would decide it; absent when nothing is open or only a person can judge. */
  question: z
    .object({ attribute: z.string(), text: z.string(), help: z.string(), choices: z.array(Choice) })
    .optional(),
  /** What was said about the car and has decided here: it can be changed. */
  answers: z.array(z.object({ attribute: z.string(), name: z.string(), value: z.string() })),
  /** How many pieces this car needs; absent when that is not known. */
  quantity: z.number().int().optional(),
})
export type PartFit = z.infer<typeof PartFit>

/** The car that a part is bought for. With the verdict that was shown, another one by now is refused. */
export const CarOfLine = z.object({
  vehicleId,
  facts: factsText.default(''),
  verdict: verdict.optional(),
})
export type CarOfLine = z.infer<typeof CarOfLine>

/** What an order keeps of its car: a copy, readable when the car is no longer listed. */
export const OrderedFit = z.object({
  /** “Volkswagen Golf 5 2.0 TDI (BKD)”. */
  car: z.string(),
  verdict,
  words: z.string(),
  reason: z.string(),
})
export type OrderedFit = z.infer<typeof OrderedFit>

export const carQuery = { car: vehicleId, facts: factsText.default('') }
export const mostMarks = 48
const productIds = z
  .string()
  .max(4000)
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .refine((ids) => ids.length <= mostMarks, `Ask for at most ${mostMarks} parts`)

const byId = z.object({ id: z.string() })

export const fitmentContract = {
  listFitMarks: { query: z.object({ ...carQuery, parts: productIds }), response: z.array(PartMark) },
  getPartFit: { params: byId, query: z.object(carQuery), response: PartFit },
  listPartVehicles: {
    params: byId,
    /** `unconditional`: without those of which something more must be known. */
    query: z.object({ only: z.literal('unconditional').optional().catch(undefined) }),
    response: z.array(Vehicle),
  },
} satisfies Contract
export type FitmentContract = typeof fitmentContract

export const refuse = refusalsOf({
  unknown_vehicle: [404, noSuchVehicle],
  unknown_product: [404, noSuchProduct],
  fit_changed: [409, 'Whether this part fits your car has changed. Nothing was ordered: look at it again.'],
})

export const fitmentsCsvContract = {
  exportFitments: { response: z.string() },
  importFitments: { body: ImportRequest, response: ImportReport },
} satisfies Contract
export type FitmentsCsvContract = typeof fitmentsCsvContract
