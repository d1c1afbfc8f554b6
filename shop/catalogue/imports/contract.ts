import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { FileMapping, ImportReport } from '~/platform/import/import-report.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { Supplier } from '../csv/import-contract.ts'
import { longestFileName } from '../csv/sheet-columns.ts'
import { PiesRule } from '../pies/contract.ts'
import { importStates, mostFilePieces, pieceCharacters } from './rules.ts'

const count = z.number().int()

/** A file that is imported in the background. */
export const ProductImport = z.object({
  _id: z.string(),
  fileName: z.string(),
  supplier: z.string(),
  /** Who sent it. */
  email: z.string(),
  state: z.enum(importStates),
  createdAt: z.string(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  /** About how many there are; exactly once it is checked. */
  lines: count,
  /** How many of them are checked, then how many applied, and what came of these. */
  doneLines: count,
  added: count,
  changed: count,
  unchanged: count,
  mistakes: count,
  badLines: count,
  /** Of the products that it has added or changed: how many are as they were before, and how many stay as they are. */
  undone: count,
  kept: count,
})
export type ProductImport = z.infer<typeof ProductImport>

/** What the check has found: how many of each, and the first hundred. */
export const FoundChanges = ImportReport.pick({
  isReadable: true,
  problems: true,
  notes: true,
  adds: true,
  changes: true,
}).extend({
  ...{ added: count, changed: count, unchanged: count },
  /** What is to know of single products, by what it is. */
  lists: z.array(z.object({ title: z.string(), count, first: z.array(z.string()) })).default([]),
})
export type FoundChanges = z.infer<typeof FoundChanges>

const WatchedImport = ProductImport.extend({
  found: FoundChanges.optional(),
  /** It is the last one of its supplier. */
  mayBeUndone: z.boolean(),
})
export type WatchedImport = z.infer<typeof WatchedImport>

const AddImport = z.object({
  fileName: typed(longestFileName, 'Which file?'),
  /** What its columns are; without it they have our own headings. */
  mapping: FileMapping.optional(),
  supplier: Supplier.optional(),
  /** It is a PIES file, and how it is read. */
  pies: PiesRule.optional(),
  /** About how many it has. */
  lines: count.min(0).max(2_000_000_000),
})
export type AddImport = z.output<typeof AddImport>

const params = z.object({ id: z.string() })
const modified = z.object({ modifiedCount: z.literal(1) })

/** Sent whole, it is checked; checked, it is applied; until all is done it can be cancelled, and then undone. */
const NextImportState = z.object({
  state: z.enum(['checking', 'applying', 'cancelled', 'undoing']),
  /** To be checked: of how many pieces it consists. */
  pieces: count.min(1).max(mostFilePieces).optional(),
  /** To be applied: lines with mistakes are left out, and the others imported. */
  leaveOut: z.boolean().optional(),
})
export type NextImportState = z.output<typeof NextImportState>

export const importsContract = {
  listImports: { query: OnePageQuery, response: z.array(ProductImport) },
  addImport: { body: AddImport, response: z.object({ insertedId: z.string() }) },
  sendImportPiece: {
    params: params.extend({ n: z.string() }),
    body: z.object({ text: z.string({ error: 'Which text?' }).min(1).max(pieceCharacters) }),
    response: modified,
  },
  getImport: { params, response: WatchedImport },
  setImportState: { params, body: NextImportState, response: modified },
  exportImportMistakes: { params, response: z.string() },
} satisfies Contract
export type ImportsContract = typeof importsContract

export const refuse = refusalsOf({
  unknown_import: [404, 'There is no such import.'],
  unknown_piece: [404, `The pieces of a file are counted from 0 to ${mostFilePieces - 1}.`],
  other_state: [409, 'This import has gone on meanwhile. Look at it again.'],
  piece_missing: [409, 'Not all of the file has arrived. Send it again.'],
  not_the_last: [409, 'Only the last import of a supplier can be undone.'],
  nothing_to_import: [409, 'There is nothing in it to import.'],
})
