import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'

export const mostCsvBytes = 8 * 1024 * 1024

/** Without a plan's key the file is only looked at. */
export const ImportRequest = z.object({
  csv: z.string({ error: 'Choose a file' }).min(1, 'The file is empty'),
  planKey: z.string().max(100).optional(),
})

const value = z.union([z.string(), z.number()])

export const ImportReport = z.object({
  applied: z.boolean(),
  planKey: z.string(),
  problems: z.array(z.object({ line: z.number(), message: z.string() })),
  unchanged: z.number().int(),
  adds: z.array(z.object({ line: z.number(), productName: z.string() })),
  changes: z.array(
    z.object({
      line: z.number(),
      productName: z.string(),
      changes: z.record(z.string(), z.object({ from: value, to: value })),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

export const csvContract = {
  exportProducts: { response: z.string() },
  importProducts: { body: ImportRequest, response: ImportReport },
} satisfies Contract
export type CsvContract = typeof csvContract
