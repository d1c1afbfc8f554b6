import { z } from 'zod'
import { refusalsOf } from '~/platform/refusal.ts'

export const mostCsvBytes = 8 * 1024 * 1024
/** The beginning of a file is enough to know its columns. */
export const mostLookBytes = 512 * 1024

/** Without a plan's key the file is only looked at. */
export const ImportRequest = z.object({
  csv: z.string({ error: 'Choose a file' }).min(1, 'The file is empty'),
  planKey: z.string().max(100).optional(),
})

/** What each column of a file with headings of its own is, in its order; empty for one that is left out. */
export const FileMapping = z.object({
  columns: z.array(z.string().max(80)).min(1).max(60),
  decimalMark: z.enum([',', '.']),
})

const value = z.union([z.string(), z.number()])

export const ImportReport = z.object({
  applied: z.boolean(),
  planKey: z.string(),
  /** To its end: then lines with problems can be left out. */
  isReadable: z.boolean(),
  problems: z.array(z.object({ line: z.number(), message: z.string() })),
  /** About lines that are right. */
  notes: z.array(z.object({ line: z.number(), message: z.string(), count: z.number().int() })),
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
