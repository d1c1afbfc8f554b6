import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { RefundAnswer, ShownAmount } from '../refunds/contract.ts'
import { longestNote, whyMissing } from '../returns/return-rules.ts'
import { mostOldParts, oldPartStates } from './deposit-rules.ts'
import { OldPart } from './old-part.ts'

/** With what an admin needs to decide. */
export const ListedOldPart = OldPart.extend({
  purchaseId: z.string(),
  productName: z.string(),
  image: z.string(),
  email: z.string(),
  userName: z.string(),
  /** What goes back for the pieces of which the shop still has the deposit, in dollars. */
  amount: z.number(),
})
export type ListedOldPart = z.infer<typeof ListedOldPart>

export const OldPartsQuery = ListQuery.extend({ state: choice(oldPartStates) })
export type OldPartsQuery = z.infer<typeof OldPartsQuery>

const howMany = 'Say how many old parts'

export const NewOldPart = z.object({
  quantity: z.number(howMany).int(howMany).min(1, howMany).max(1_000_000_000),
  note: z.string().trim().max(longestNote, `At most ${longestNote} characters`).default(''),
})
export type NewOldPart = z.infer<typeof NewOldPart>

const Decline = z.object({
  answer: z
    .string(whyMissing)
    .trim()
    .min(1, whyMissing)
    .max(longestNote, `At most ${longestNote} characters`),
})

const byId = z.object({ id: z.string() })

/** What each route takes and answers. */
export const oldPartContract = {
  askOldPart: { params: byId, body: NewOldPart, response: z.object({ insertedId: z.string() }) },
  listOldParts: { query: OldPartsQuery, response: z.array(ListedOldPart) },
  giveBackDeposit: {
    params: byId,
    body: z.object({ amount: ShownAmount }).nullish(),
    response: RefundAnswer,
  },
  declineOldPart: { params: byId, body: Decline, response: z.object({ modifiedCount: z.literal(1) }) },
} satisfies Contract
export type OldPartContract = typeof oldPartContract

export const refuseOldPart = refusalsOf({
  unknown_order: [404, 'There is no such order.'],
  unknown_old_part: [404, 'There is no such old part.'],
  not_yours: [403, 'This order belongs to somebody else.'],
  old_part_too_early: [409, 'The new part is not packed yet: send the old one once you have it.'],
  no_deposit: [409, 'We have no deposit for this order, or all of it has gone back.'],
  old_part_asked_already: [409, 'You have already told us of an old part of this order.'],
  fewer_deposits: [409, 'We have the deposit of only {left} of its pieces.'],
  old_part_too_late: [409, 'Old parts of this order were taken until {day}.'],
  too_many_old_parts: [409, `An old part of one order can be announced ${mostOldParts} times.`],
  old_part_another_step: [409, 'This old part is at another step by now. Look at the list again.'],
})
