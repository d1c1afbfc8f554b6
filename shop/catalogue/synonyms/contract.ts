import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { formatSynonyms, synonymsProblem } from './synonym-lines.ts'

const longestText = 50_000
/** A group of names per line, with commas between them. */
const lines = typed(longestText).transform((text, context) => {
  const problem = synonymsProblem(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
  return formatSynonyms(text)
})

export const synonymsContract = {
  getSynonyms: { response: z.object({ synonyms: z.string() }) },
  setSynonyms: {
    body: z.object({
      synonyms: lines,
      /** What the admin saw before: what somebody else has changed since is not overwritten. */
      seen: z.string().max(longestText),
    }),
    response: z.object({ modifiedCount: z.number().int() }),
  },
} satisfies Contract
export type SynonymsContract = typeof synonymsContract

export const refuse = refusalsOf({
  changed_meanwhile: [
    409,
    'Somebody else has changed the synonyms since you opened them. Copy what you typed, and open them again.',
  ],
})
