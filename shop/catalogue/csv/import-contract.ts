import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { ImportReport, ImportRequest } from '~/platform/import/import-report.ts'

export const csvContract = {
  exportProducts: { response: z.string() },
  importProducts: { body: ImportRequest, response: ImportReport },
  exportNumbers: { response: z.string() },
  importNumbers: { body: ImportRequest, response: ImportReport },
} satisfies Contract
export type CsvContract = typeof csvContract
