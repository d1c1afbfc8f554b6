import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { ImportReport, ImportRequest } from '~/shop/catalogue/csv/import-contract.ts'

export const fitmentsCsvContract = {
  exportFitments: { response: z.string() },
  importFitments: { body: ImportRequest, response: ImportReport },
} satisfies Contract
export type FitmentsCsvContract = typeof fitmentsCsvContract

export const refuse = refusalsOf({
  bad_lines: [422, 'The file has mistakes. Nothing was imported.'],
  plan_changed: [409, 'Something has changed since you looked at this file. Look at it again.'],
})
