import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email, typed } from '~/platform/http/input/schemas.ts'
import { choice, ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestName } from '~/shop/identity/rules.ts'
import { byId, commonRefusals } from '../common-contract.ts'
import { returnStates } from '../returns/return-rules.ts'
import { longestNumber, mostWithdrawnLines, withdrawalStates } from './withdrawal-rules.ts'

const WithdrawnLine = z.object({
  orderId: z.string(),
  productName: z.string(),
  size: z.string(),
  quantity: z.number().int(),
})

/** What was stated, and what became of it. */
export const Withdrawal = z.object({
  _id: z.string(),
  name: z.string(),
  lines: z.array(WithdrawnLine),
  state: z.enum(withdrawalStates),
  declaredAt: z.string(),
  /** The last day for the money to go back. */
  refundBy: z.string(),
})
export type Withdrawal = z.infer<typeof Withdrawal>

/** What its customer may still withdraw from. */
export const Withdrawable = z.object({
  /** The last day; absent as long as its last part has not arrived. */
  until: z.string().optional(),
  pieces: z.array(WithdrawnLine),
})
export type Withdrawable = z.infer<typeof Withdrawable>

/** For the staff. */
export const ListedWithdrawal = Withdrawal.extend({
  email: z.string(),
  /** As it was typed, or that of the purchase. */
  number: z.string(),
  /** Absent where the statement names no purchase of its address. */
  purchaseId: z.string().optional(),
  /** Of the parts that come back by it. */
  returns: z.array(z.object({ _id: z.string(), orderId: z.string(), state: z.enum(returnStates) })),
})
export type ListedWithdrawal = z.infer<typeof ListedWithdrawal>

const Name = typed(longestName, 'Name is required')

export const Statement = z.object({
  name: Name,
  number: typed(longestNumber, 'Purchase number is required'),
  email: Email,
})

const stated = z.object({ declaredAt: z.string() })
const changed = z.object({ modifiedCount: z.literal(1) })

export const withdrawalContract = {
  withdraw: {
    params: byId,
    body: z.object({
      /** Made up by the browser: sent twice, it is one statement. */
      key: z.string().regex(/^[\w-]{8,64}$/, 'A key has 8 to 64 letters, digits and dashes'),
      name: Name,
      pieces: z
        .array(
          z.object({
            orderId: z.string().max(64),
            quantity: z.number('Say how many pieces').int().min(1, 'Say how many pieces').max(1_000_000_000),
          }),
        )
        .min(1, 'Choose what you withdraw from')
        .max(mostWithdrawnLines),
    }),
    response: stated.extend({ insertedId: z.string() }),
  },
  listWithdrawable: {
    response: z.array(Withdrawable.extend({ purchaseId: z.string(), createdAt: z.string() })),
  },
  stateWithdrawal: { body: Statement, response: stated },
  getStatement: {
    params: byId,
    response: z.object({
      number: z.string(),
      declaredAt: z.string(),
      state: z.enum(withdrawalStates),
      pieces: z.array(WithdrawnLine),
    }),
  },
  confirmStatement: { params: byId, response: stated },
  listWithdrawals: {
    query: ListQuery.extend({ state: choice(withdrawalStates) }),
    response: z.array(ListedWithdrawal),
  },
  acceptStatement: { params: byId, response: changed },
  closeStatement: { params: byId, response: changed },
} satisfies Contract
export type WithdrawalContract = typeof withdrawalContract

export const refuseWithdrawal = refusalsOf({
  ...commonRefusals,
  withdrawal_off: [404, 'This shop has no function to withdraw. Write to us.'],
  unknown_withdrawal: [404, 'There is no such statement.'],
  not_withdrawable: [
    409,
    'There is no right to withdraw from this purchase. You can ask for a return, or write to us.',
  ],
  withdrawal_over: [
    409,
    'The time to withdraw from this purchase ended on {day}. Write to us: we look at it.',
  ],
  nothing_to_withdraw: [409, 'Nothing of this purchase is left to withdraw from.'],
  fewer_to_withdraw: [409, 'Of {part} only {left} are left to withdraw from.'],
  statement_done: [409, 'This statement was confirmed, or taken care of.'],
  statement_without_purchase: [409, 'This statement names no purchase. Write to its address.'],
  too_many_statements: [
    429,
    'We have your statements of today for this address. Log in to withdraw from more, or write to us.',
    'too_many',
  ],
  withdrawal_busy: [503, 'This purchase is being changed. Please try again.', 'busy'],
})
