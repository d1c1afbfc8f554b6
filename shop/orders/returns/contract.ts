import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { OrderedFit } from '~/shop/fitment/contract.ts'
import { RefundAnswer, ShownAmount } from '../refunds/contract.ts'
import { sizes } from '../rules.ts'
import {
  longestNote,
  mostReturns,
  returnReasons,
  returnStates,
  whereMissing,
  whyMissing,
} from './return-rules.ts'

/** Pieces of an order on their way back. */
export const Return = z.object({
  _id: z.string(),
  orderId: z.string(),
  quantity: z.number().int(),
  reason: z.enum([...returnReasons, 'withdrawal']),
  /** The customer's words. */
  note: z.string(),
  state: z.enum(returnStates),
  /** The shop's words. */
  answer: z.string(),
  askedAt: z.string(),
  /** When it was accepted, declined or withdrawn. */
  decidedAt: z.string().optional(),
  receivedAt: z.string().optional(),
  completedAt: z.string().optional(),
  /** Whether the pieces can be sold again; absent until they are received. */
  sound: z.boolean().optional(),
  /** Whether money has gone back for it, or is on its way. */
  refunded: z.boolean(),
  /** By a right of its customer: it was accepted at once. */
  isWithdrawal: z.boolean(),
})
export type Return = z.infer<typeof Return>

/** With what an admin needs to decide. */
export const ListedReturn = Return.extend({
  purchaseId: z.string(),
  productName: z.string(),
  image: z.string(),
  size: z.enum(sizes),
  email: z.string(),
  userName: z.string(),
  /** The car that it was bought for, and the verdict as it was shown. */
  fit: OrderedFit.optional(),
  /** Where the shop takes parcels: the seller's address, line by line; empty when the settings have none. */
  sendTo: z.string(),
})
export type ListedReturn = z.infer<typeof ListedReturn>

export const ReturnsQuery = ListQuery.extend({ state: choice(returnStates) })
export type ReturnsQuery = z.infer<typeof ReturnsQuery>

const words = z.string().trim().max(longestNote, `At most ${longestNote} characters`)

const required = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(longestNote, `At most ${longestNote} characters`)

export const NewReturn = z.object({
  quantity: z
    .number('Say how many pieces')
    .int('Say how many pieces')
    .min(1, 'Say how many pieces')
    .max(1_000_000_000),
  reason: z.enum(returnReasons, 'Choose a reason'),
  note: words.default(''),
})
export type NewReturn = z.infer<typeof NewReturn>

/** The mail must say where the parcel goes. */
export const AcceptReturn = z.object({ answer: required(whereMissing) })
export const DeclineReturn = z.object({ answer: required(whyMissing) })
export const ReceiveReturn = z.object({ sound: z.boolean('Say whether the pieces can be sold again') })

export const RefundReturn = z.object({ amount: ShownAmount }).nullish()

const byId = z.object({ id: z.string() })
const changed = z.object({ modifiedCount: z.literal(1) })

/** What each route takes and answers. */
export const returnContract = {
  askReturn: { params: byId, body: NewReturn, response: z.object({ insertedId: z.string() }) },
  listReturns: { query: ReturnsQuery, response: z.array(ListedReturn) },
  acceptReturn: { params: byId, body: AcceptReturn, response: changed },
  declineReturn: { params: byId, body: DeclineReturn, response: changed },
  withdrawReturn: { params: byId, response: changed },
  receiveReturn: { params: byId, body: ReceiveReturn, response: changed },
  refundReturn: { params: byId, body: RefundReturn, response: RefundAnswer },
} satisfies Contract
export type ReturnContract = typeof returnContract

export const refuseReturn = refusalsOf({
  unknown_order: [404, 'There is no such order.'],
  unknown_return: [404, 'There is no such return.'],
  not_yours: [403, 'This order belongs to somebody else.'],
  return_not_packed: [409, 'This order is not packed yet: there is nothing to send back.'],
  return_asked_already: [409, 'You have already asked to return this order.'],
  fewer_to_return: [409, 'Only {left} of its pieces can still be returned.'],
  nothing_to_return: [409, 'All pieces of this order are returned or refunded already.'],
  too_many_returns: [409, `A return of one order can be asked for ${mostReturns} times.`],
  withdrawal_stands: [
    409,
    'A withdrawal is the right of its customer: nobody can decline it. Where nothing has arrived it can be closed after {day}.',
  ],
  return_another_step: [409, 'This return is at another step by now. Look at the list again.'],
})
