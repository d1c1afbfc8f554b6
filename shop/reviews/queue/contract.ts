import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { PartReview } from '../contract.ts'
import { longestAnswer } from '../questions/rules.ts'
import { hideReasonNames, longestReply } from '../rules.ts'
import { questionStates, reviewStates } from './rules.ts'

const Part = z.object({ productId: z.string(), productName: z.string(), image: z.string() })

/** A review for those who look through them. */
export const ManagedReview = PartReview.extend({
  /** Absent for one about the shop. */
  part: Part.optional(),
  /** Nobody has looked at it as it is now. */
  isNew: z.boolean(),
  reports: z.number().int(),
  /** Why readers have reported it. */
  reportedFor: z.array(z.enum(hideReasonNames)),
  hiddenFor: z.enum(hideReasonNames).optional(),
})
export type ManagedReview = z.infer<typeof ManagedReview>

export const ManagedQuestion = z.object({
  _id: z.string(),
  part: Part,
  question: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  car: z.string().optional(),
  answer: z.string().optional(),
  answeredAt: z.string().optional(),
  hiddenFor: z.enum(hideReasonNames).optional(),
  /** The article that was made of it. */
  blogId: z.string().optional(),
})
export type ManagedQuestion = z.infer<typeof ManagedQuestion>

const QueueItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('review'), review: ManagedReview }),
  z.object({ kind: z.literal('question'), question: ManagedQuestion }),
])
export type QueueItem = z.infer<typeof QueueItem>

/** What was seen when it was decided: an edit or a report since then is to be looked at, too. */
const Seen = { editedAt: z.string().nullable(), reports: z.number().int().min(0).max(1_000_000_000) }

const reason = z.enum(hideReasonNames, 'Choose a reason').nullable()
const byId = z.object({ id: z.string() })
const changed = z.object({ modifiedCount: z.literal(1) })

export const reviewQueueContract = {
  /** The first of those that wait. */
  listQueue: { response: z.object({ total: z.number().int(), items: z.array(QueueItem) }) },
  listManagedReviews: {
    query: ListQuery.extend({ state: choice(reviewStates) }),
    response: z.array(ManagedReview),
  },
  listManagedQuestions: {
    query: ListQuery.extend({ state: choice(questionStates) }),
    response: z.array(ManagedQuestion),
  },
  checkReview: { params: byId, body: z.object(Seen), response: changed },
  hideReview: { params: byId, body: z.object({ reason, ...Seen }), response: changed },
  replyToReview: {
    params: byId,
    /** `seen` is the reply that stood there; an empty one takes it back. */
    body: z.object({ reply: typed(longestReply), seen: z.string().max(longestReply * 4) }),
    response: changed,
  },
  answerQuestion: {
    params: byId,
    body: z.object({
      answer: typed(longestAnswer, 'Answer is required'),
      seen: z.string().max(longestAnswer * 4),
    }),
    response: changed,
  },
  hideQuestion: { params: byId, body: z.object({ reason }), response: changed },
  makeArticle: { params: byId, response: z.object({ insertedId: z.string() }) },
} satisfies Contract
export type ReviewQueueContract = typeof reviewQueueContract

export const refuseManaged = refusalsOf({
  unknown_review: [404, 'There is no such review.'],
  unknown_question: [404, 'There is no such question.'],
  review_changed: [409, 'This review has changed since you opened the list. Look at it again.'],
  reply_changed: [409, 'Somebody else has written here meanwhile: “{theirs}”. Your words are still there.'],
  not_answered: [409, 'Answer the question first.'],
  article_already: [409, 'There is an article of this question already.'],
})
