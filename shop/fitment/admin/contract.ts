import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { noSuchProduct } from '~/shop/catalogue/rules.ts'
import { parseChoices } from '~/shop/vehicles/choices.ts'
import { noSuchVehicle } from '~/shop/vehicles/rules.ts'
import {
  conditionsProblem,
  lineExists,
  longestConditions,
  longestFitNote,
  longestPosition,
  monthProblem,
  mostNeeded,
  positionIn,
  writeConditions,
} from '../fitment-values.ts'

const month = typed(7)
  .refine((text) => monthProblem(text) === undefined, monthProblem('-')!)
  .default('')

const conditions = typed(longestConditions)
  .transform((text, context) => {
    const read = parseChoices(text)
    if (!read) context.addIssue({ code: 'custom', message: conditionsProblem('-')! })
    return read ? writeConditions(read) : z.NEVER
  })
  .default('')

const note = typed(longestFitNote).default('')

export const FitmentInput = z.object({
  vehicleId: typed(120, 'Choose a car'),
  position: typed(longestPosition).transform(positionIn).default(''),
  quantity: z.number('Quantity is required').int().min(0).max(mostNeeded),
  builtFrom: month,
  builtTo: month,
  conditions,
  mustCheck: note,
  remark: note,
})
export type FitmentInput = z.output<typeof FitmentInput>

export const ManagedFitment = z.object({
  _id: z.string(),
  vehicleId: z.string(),
  vehicleName: z.string(),
  position: z.string(),
  quantity: z.number().int(),
  builtFrom: z.string(),
  builtTo: z.string(),
  conditions: z.string(),
  mustCheck: z.string(),
  remark: z.string(),
  /** The supplier whose file says it; absent for what was said by hand. */
  source: z.string().optional(),
})
export type ManagedFitment = z.infer<typeof ManagedFitment>

/** A line that is allowed and looks wrong. */
export const DoubtfulFit = z.object({
  _id: z.string(),
  productId: z.string(),
  productName: z.string(),
  vehicleId: z.string(),
  vehicleName: z.string(),
  position: z.string(),
  quantity: z.number().int(),
  /** In words. */
  reasons: z.array(z.string()),
})
export type DoubtfulFit = z.infer<typeof DoubtfulFit>

const byId = z.object({ id: z.string() })

export const manageFitmentsContract = {
  listFitments: { params: byId, query: OnePageQuery, response: z.array(ManagedFitment) },
  listDoubtfulFits: { query: OnePageQuery, response: z.array(DoubtfulFit) },
  addFitment: { params: byId, body: FitmentInput, response: z.object({ insertedId: z.string() }) },
  copyFitments: {
    params: byId,
    body: z.object({ from: typed(120, 'Choose a part') }),
    response: z.object({ copied: z.number().int(), known: z.number().int() }),
  },
  editFitment: { params: byId, body: FitmentInput, response: z.object({ modifiedCount: z.number().int() }) },
  deleteFitment: { params: byId, response: z.object({ deletedCount: z.number().int() }) },
} satisfies Contract
export type ManageFitmentsContract = typeof manageFitmentsContract

export const refuse = refusalsOf({
  unknown_product: [404, noSuchProduct],
  unknown_fitment: [404, 'There is no such line.'],
  unknown_source: [422, 'There is no such part to copy from.', 'invalid'],
  same_part: [422, 'Choose another part to copy from.', 'invalid'],
  unknown_vehicle: [422, noSuchVehicle, 'invalid'],
  wrong_fitment: [422, '{message}', 'invalid'],
  fitment_exists: [409, lineExists],
  from_a_file: [
    409,
    'This line comes from the file of {source}, and would come back with the next one. Change it by hand instead: a quantity of 0 says that the car takes none.',
  ],
})
