import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { ImportReport, ImportRequest } from '~/platform/import/import-report.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { Vehicle } from '../contract.ts'
import { noSuchVehicle } from '../rules.ts'
import type { VehicleText, VehicleTextField } from '../vehicle-input.ts'
import {
  comparisons,
  longestFitAttributeName,
  longestFitCategory,
  longestFitQuestion,
  vehicleFieldNames,
  vehicleFieldProblem,
  vehicleFields,
} from '../vehicle-input.ts'

function inputOf(name: VehicleTextField) {
  const { longest, label, isRequired } = vehicleFields[name]
  const text = typed(longest, isRequired && `${label} is required`).superRefine((given, context) => {
    const problem = vehicleFieldProblem(name, given)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
  return isRequired ? text : text.default('')
}

export const VehicleInput = z.object(
  Object.fromEntries(vehicleFieldNames.map((name) => [name, inputOf(name)])),
) as unknown as z.ZodType<VehicleText, Partial<VehicleText>>

export const ManagedVehicle = Vehicle.extend({
  litres: z.string(),
  /** `front-discs=280 mm,288 mm;gearbox=manual`. */
  options: z.string(),
})
export type ManagedVehicle = z.infer<typeof ManagedVehicle>

/** What a car may be asked about. */
export const FitAttribute = z.object({
  _id: z.string(),
  name: z.string(),
  question: z.string(),
  help: z.string(),
  /** The kind of part that it tells about, and the attribute of parts that it is compared with. */
  category: z.string(),
  measure: z.string(),
  compared: z.enum(comparisons),
})
export type FitAttribute = z.infer<typeof FitAttribute>

const FitAttributeInput = z
  .object({
    name: typed(longestFitAttributeName, 'Name is required'),
    question: typed(longestFitQuestion, 'Question is required'),
    help: typed(longestFitQuestion).default(''),
    /** Left out, these stay as they are. */
    category: typed(longestFitCategory).optional(),
    measure: typed(longestFitAttributeName).optional(),
    compared: z.enum(comparisons, 'There is no such comparison').optional(),
  })
  .refine(({ category, measure, compared }) => !compared || (category && measure), {
    path: ['measure'],
    message: 'Say of which kind of part, and which of its measures',
  })
export type FitAttributeInput = z.output<typeof FitAttributeInput>

const byId = z.object({ id: z.string() })
const inserted = z.object({ insertedId: z.string() })
const modified = z.object({ modifiedCount: z.number().int() })

export const vehicleAdminContract = {
  listManagedVehicles: { query: OnePageQuery, response: z.array(ManagedVehicle) },
  addVehicle: { body: VehicleInput, response: inserted },
  editVehicle: { params: byId, body: VehicleInput, response: modified },
  deleteVehicle: { params: byId, response: z.object({ deletedCount: z.number().int() }) },
  exportVehicles: { response: z.string() },
  importVehicles: { body: ImportRequest, response: ImportReport },
  listFitAttributes: { response: z.array(FitAttribute) },
  addFitAttribute: { body: FitAttributeInput, response: inserted },
  editFitAttribute: { params: byId, body: FitAttributeInput, response: modified },
} satisfies Contract
export type VehicleAdminContract = typeof vehicleAdminContract

export const mostFitAttributes = 100

export const refuse = refusalsOf({
  unknown_vehicle: [404, noSuchVehicle],
  unknown_attribute: [404, 'There is no such question.'],
  vehicle_exists: [409, 'There is already a car with this name that was built from the same month.'],
  wrong_vehicle: [422, '{message}', 'invalid'],
  no_name: [422, 'Name is required', 'invalid'],
  attribute_exists: [409, 'There is already a question with this name.'],
  too_many: [409, `There are at most ${mostFitAttributes} questions.`],
})
