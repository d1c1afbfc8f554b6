import { z } from 'zod'
import { refusalsOf } from '~/platform/refusal.ts'

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
  adds: z.array(z.object({ line: z.number(), name: z.string() })),
  changes: z.array(
    z.object({
      line: z.number(),
      name: z.string(),
      changes: z.record(z.string(), z.object({ from: value, to: value })),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

export const refuseImport = refusalsOf({
  bad_lines: [422, 'The file has mistakes. Nothing was imported.'],
  plan_changed: [409, 'Something has changed since you looked at this file. Look at it again.'],
})
