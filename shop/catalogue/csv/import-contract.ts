import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { FileMapping, ImportReport, ImportRequest, mostLookBytes } from '~/platform/import/import-report.ts'
import { PiesLook, PiesRule } from '../pies/contract.ts'
import { longestFileName, longestSupplier } from './sheet-columns.ts'

export const Supplier = z
  .string()
  .trim()
  .max(longestSupplier, `A name has at most ${longestSupplier} characters`)

/** A file with headings of its own, and how it is read. */
const ProductsRequest = ImportRequest.extend({
  /** By which its import is known afterwards. */
  fileName: typed(longestFileName).optional(),
  mapping: FileMapping.optional(),
  /** Who sent it: what its columns are is remembered under this name. */
  supplier: Supplier.optional(),
  /** Lines with problems are left out, and the others imported. */
  leaveOut: z.boolean().optional(),
})

const decimalMark = z.enum([',', '.'])

/** What can be said of a file by its beginning, before anybody has said what its columns are. */
export const SheetLook = z.object({
  /** Its headings are those of our own files. */
  isOurs: z.boolean(),
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()), guess: z.string() })),
  decimalMark,
  /** The names of the attributes that parts are described by. */
  attributes: z.array(z.string()),
  /** Those who have sent files before, with what the columns of this one are in theirs. */
  suppliers: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      decimalMark,
      /** All of these columns were in a file of theirs. */
      isSame: z.boolean(),
      /** How their PIES files are read, if they have sent one. */
      pies: PiesRule.optional(),
    }),
  ),
  /** It is a PIES file. */
  pies: PiesLook.optional(),
  /** Why nothing can be said. */
  problem: z.string().optional(),
})
export type SheetLook = z.infer<typeof SheetLook>

export const csvContract = {
  exportProducts: { response: z.string() },
  importProducts: { body: ProductsRequest, response: ImportReport },
  lookAtSheet: {
    body: z.object({
      csv: z.string({ error: 'Choose a file' }).min(1, 'The file is empty').max(mostLookBytes),
    }),
    response: SheetLook,
  },
  exportNumbers: { response: z.string() },
  importNumbers: { body: ImportRequest, response: ImportReport },
} satisfies Contract
export type CsvContract = typeof csvContract
