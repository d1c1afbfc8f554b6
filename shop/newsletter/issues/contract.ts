import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestText } from '~/shop/texts/pages.ts'
import { longestSubject, newsletterFilters } from './rules.ts'

const State = z.enum(['draft', 'preparing', 'sending', 'paused', 'done', 'stopped'])

/** One of the newsletters in their list. */
export const ListedNewsletter = z.object({
  _id: z.string(),
  subject: z.string(),
  state: State,
  changedAt: z.string(),
  startedAt: z.string().optional(),
  /** How many it was for; absent before they are written down. */
  recipients: z.number().int().optional(),
})
export type ListedNewsletter = z.infer<typeof ListedNewsletter>

export const EditedNewsletter = ListedNewsletter.extend({
  markdown: z.string(),
  version: z.number().int(),
  /** Who would get it if it was sent now. */
  readers: z.number().int(),
  /** Of its recipients: how many have it, cannot get it, had left before, and are still to come. */
  sent: z.number().int(),
  failed: z.number().int(),
  left: z.number().int(),
  waiting: z.number().int(),
  /** The mail server's codes for those who cannot get it. */
  failures: z.array(z.object({ error: z.string(), count: z.number().int() })),
  endedAt: z.string().optional(),
  /** So long ago that only the numbers are left: nobody can be sent it again. */
  isForgotten: z.boolean().optional(),
  /** Why no mail leaves at the moment, as the mail server's code, and when that is tried again. */
  problem: z.string().optional(),
  nextAt: z.string().optional(),
  perMinute: z.number().int(),
})
export type EditedNewsletter = z.infer<typeof EditedNewsletter>

/** As an editor saves it. */
const WrittenNewsletter = z.object({
  subject: typed(longestSubject, 'Subject is required').refine((subject) => !/[\n\r\t]/.test(subject), {
    error: 'Subject is one line',
  }),
  markdown: typed(longestText, 'Text is required'),
})
export type WrittenNewsletter = z.infer<typeof WrittenNewsletter>

const OneNewsletter = z.object({ id: z.string() })
const version = z.number().int().min(0).max(2_000_000_000)
const changed = z.object({ modifiedCount: z.literal(1) })

export const issuesContract = {
  listNewsletters: {
    query: ListQuery.extend({ state: choice(newsletterFilters) }),
    response: z.array(ListedNewsletter),
  },
  getNewsletter: { params: OneNewsletter, response: EditedNewsletter },
  addNewsletter: { body: WrittenNewsletter, response: z.object({ insertedId: z.string() }) },
  changeNewsletter: {
    params: OneNewsletter,
    body: WrittenNewsletter.extend({ version }),
    response: z.object({ version: z.number().int() }),
  },
  deleteNewsletter: { params: OneNewsletter, response: z.object({ deletedCount: z.literal(1) }) },
  testNewsletter: { params: OneNewsletter, response: z.object({ to: z.string() }) },
  sendNewsletter: {
    params: OneNewsletter,
    body: z.object({
      version,
      /** As the sender has seen them. */
      readers: z.number().int().min(1).max(2_000_000_000),
    }),
    response: changed,
  },
  setNewsletterState: {
    params: OneNewsletter,
    body: z.object({ state: z.enum(['paused', 'sending', 'stopped']) }),
    response: changed,
  },
  retryNewsletter: { params: OneNewsletter, response: z.object({ again: z.number().int() }) },
} satisfies Contract
export type IssuesContract = typeof issuesContract

export const refuse = refusalsOf({
  unknown_newsletter: [404, 'There is no such newsletter.'],
  changed_meanwhile: [
    409,
    'Somebody else has saved this newsletter since you opened it. Your text is still here, with theirs beside it.',
  ],
  version_changed: [409, 'The text was changed since you looked at it. Look at it again before you send it.'],
  readers_changed: [409, 'Meanwhile it is for {count}. Send it to them?'],
  already_sent: [409, 'It is being sent or was sent already: its text and its readers are frozen.'],
  other_state: [409, 'It is not in a state for that any more.'],
  nobody_failed: [409, 'There is nobody left to send it to again.'],
})
