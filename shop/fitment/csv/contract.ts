import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { ImportReport, ImportRequest } from '~/platform/import/import-report.ts'

export const fitmentsCsvContract = {
  exportFitments: { response: z.string() },
  importFitments: { body: ImportRequest, response: ImportReport },
} satisfies Contract
export type FitmentsCsvContract = typeof fitmentsCsvContract
