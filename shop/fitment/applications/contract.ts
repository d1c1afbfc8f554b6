import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { mostLookBytes } from '~/platform/import/import-report.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestFileName, longestSupplier } from '~/shop/catalogue/csv/sheet-columns.ts'
import { mostFilePieces, pieceCharacters } from '~/shop/catalogue/imports/rules.ts'
import { isFactValue } from '~/shop/vehicles/facts.ts'
import { mostNeeded } from '../fitment-values.ts'
import { longestCell } from './application.ts'
import { nameKinds } from './car-names.ts'
import { flatColumnsProblem } from './flat-columns.ts'
import type { AsideReason } from './rules.ts'
import { applicationStates, asideReasons, noteMeanings } from './rules.ts'

const count = z.number().int()
const column = z.string().max(longestFileName)

const lineOfFile = z.object({ line: count, part: z.string(), text: z.string() })

/** What a file would do, and what is made of its lines. */
export const FoundApplications = z.object({
  /** Lines that the supplier has not said before, says no more, and says as before. */
  fresh: count,
  gone: count,
  same: count,
  /** Of which lines of lists are made; of how many of these something stays open that can be said. */
  used: count,
  open: count,
  /** Names and remarks that nobody has explained yet. */
  names: count,
  notes: count,
  /** Parts that earlier files of the supplier have named and this one does not: their lists stay. */
  otherParts: count,
  aside: z.array(
    z.object({
      reason: z.enum(Object.keys(asideReasons) as [AsideReason, ...AsideReason[]]),
      count,
      /** The first hundred. */
      first: z.array(lineOfFile),
    }),
  ),
  /** Lines with numbers that no vehicle table has: that stays open. The first hundred. */
  unknown: z.object({ count, first: z.array(lineOfFile) }).optional(),
  /** When a file of this supplier was sent that is applied already, and is newer than this one. */
  newer: z.string().optional(),
  /** Why the file cannot be read to its end. */
  broken: z.string().optional(),
})
export type FoundApplications = z.infer<typeof FoundApplications>

export const ApplicationImport = z.object({
  _id: z.string(),
  fileName: z.string(),
  supplier: z.string(),
  email: z.string(),
  state: z.enum(applicationStates),
  createdAt: z.string(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  /** What an ACES file says of itself. */
  header: z
    .object({
      version: z.string(),
      title: z.string(),
      submission: z.enum(['FULL', 'UPDATE', 'TEST']),
      transferred: z.string(),
      edition: z.string(),
    })
    .optional(),
  /** About how many there are; exactly once it is read. */
  lines: count,
  doneLines: count,
  parts: count,
  doneParts: count,
  /** Lines of lists of cars. */
  added: count,
  removed: count,
})
export type ApplicationImport = z.infer<typeof ApplicationImport>

const WatchedApplications = ApplicationImport.extend({
  found: FoundApplications.optional(),
  /** It is the last one of its supplier. */
  mayBeUndone: z.boolean(),
})
export type WatchedApplications = z.infer<typeof WatchedApplications>

const AddApplications = z
  .object({
    /** With cars by their names in columns, or ACES, with numbers. */
    kind: z.enum(['flat', 'aces']).default('flat'),
    fileName: typed(longestFileName, 'Which file?'),
    supplier: typed(longestSupplier, 'Say who has sent it'),
    /** Where the file does not say it. */
    brand: typed(longestCell).default(''),
    quantity: count.min(1).max(mostNeeded).default(1),
    headings: z.array(column).max(60).default([]),
    /** What each of them is. */
    columns: z.array(column).max(60).default([]),
    lines: count.min(0).max(2_000_000_000),
  })
  .superRefine(({ kind, columns }, context) => {
    const message = kind === 'flat' && flatColumnsProblem(columns)
    if (message) context.addIssue({ code: 'custom', message, path: ['columns'] })
  })
export type AddApplications = z.output<typeof AddApplications>
export type ApplicationsToSend = z.input<typeof AddApplications>

/** A name that no car of ours has, and what the owner says it is here. */
export const UnknownCarName = z.object({
  _id: z.string(),
  kind: z.enum(nameKinds),
  /** Of which of our cars it is a name. */
  within: z.string(),
  name: z.string(),
  target: z.string(),
  applications: count,
})
export type UnknownCarName = z.infer<typeof UnknownCarName>

export const ApplicationNote = z.object({
  _id: z.string(),
  text: z.string(),
  meaning: z.enum(noteMeanings),
  attribute: z.string(),
  value: z.string(),
  applications: count,
})
export type ApplicationNote = z.infer<typeof ApplicationNote>

const NoteMeaning = z
  .object({
    meaning: z.enum(noteMeanings),
    attribute: typed(longestCell).default(''),
    value: typed(longestCell).default(''),
  })
  .refine(({ meaning, value }) => meaning !== 'attribute' || isFactValue(value), {
    path: ['value'],
    message: 'Write one value, without ; , and =',
  })
  .transform((said) => (said.meaning === 'attribute' ? said : { ...said, attribute: '', value: '' }))
export type NoteMeaning = z.output<typeof NoteMeaning>

const params = z.object({ id: z.string() })
const modified = z.object({ modifiedCount: count })
const OpenQuery = OnePageQuery.extend({ state: z.enum(['open', 'every']).default('open').catch('open') })

export const applicationsContract = {
  lookAtApplications: {
    body: z.object({
      csv: z.string({ error: 'Choose a file' }).min(1, 'The file is empty').max(mostLookBytes),
    }),
    response: z.object({
      columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()), guess: z.string() })),
      /** Those who have sent files before, with what these columns are in theirs. */
      suppliers: z.array(z.object({ name: z.string(), columns: z.array(z.string()), isSame: z.boolean() })),
      problem: z.string().optional(),
    }),
  },
  listApplicationImports: { query: OnePageQuery, response: z.array(ApplicationImport) },
  addApplicationImport: { body: AddApplications, response: z.object({ insertedId: z.string() }) },
  sendApplicationPiece: {
    params: params.extend({ n: z.string() }),
    body: z.object({ text: z.string({ error: 'Which text?' }).min(1).max(pieceCharacters) }),
    response: modified,
  },
  getApplicationImport: { params, response: WatchedApplications },
  setApplicationsState: {
    params,
    body: z.object({
      /** Sent whole, it is read; looked at, once more or for the first time; then it is applied, cancelled or undone. */
      state: z.enum(['reading', 'checking', 'applying', 'cancelled', 'undoing']),
      /** To be read: of how many pieces it consists. */
      pieces: count.min(1).max(mostFilePieces).optional(),
    }),
    response: modified,
  },
  listCarNames: { query: OpenQuery, response: z.array(UnknownCarName) },
  listNameChoices: { params, response: z.array(z.string()) },
  setCarName: { params, body: z.object({ target: typed(longestCell).default('') }), response: modified },
  listApplicationNotes: { query: OpenQuery, response: z.array(ApplicationNote) },
  setNoteMeaning: { params, body: NoteMeaning, response: modified },
} satisfies Contract
export type ApplicationsContract = typeof applicationsContract
export type OpenQuery = z.output<typeof OpenQuery>

export const refuse = refusalsOf({
  unknown_import: [404, 'There is no such file.'],
  unknown_piece: [404, `The pieces of a file are counted from 0 to ${mostFilePieces - 1}.`],
  unknown_name: [404, 'There is no such name.'],
  unknown_note: [404, 'There is no such remark.'],
  other_state: [409, 'This file has gone on meanwhile. Look at it again.'],
  piece_missing: [409, 'Not all of the file has arrived. Send it again.'],
  not_the_last: [409, 'Only the last file of a supplier can be undone.'],
  only_a_test: [422, 'This file is marked as a test: it can be looked at, but not applied.'],
  not_readable: [422, 'The file cannot be read to its end. Nothing was changed.'],
  no_such_target: [422, 'No car of ours is called “{name}”.', 'invalid'],
  unknown_attribute: [422, 'There is no such question about cars.', 'invalid'],
})
