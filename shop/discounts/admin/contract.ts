import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { numeric, typed } from '~/platform/http/input/schemas.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { exactCents } from '~/platform/money.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { mostCodeParts, newCodeProblem } from '../rules.ts'

const Named = z.object({ _id: z.string(), name: z.string() })

/** A code as admins see it. Sums in dollars, a percentage as it is said. */
export const DiscountCode = z.object({
  _id: z.string(),
  code: z.string(),
  kind: z.enum(['percent', 'amount']),
  value: z.number(),
  /** Of the parts that it is for, before the discount. */
  minimum: z.number(),
  /** Both empty for all parts. */
  categories: z.array(Named),
  products: z.array(Named),
  customers: z.enum(['all', 'first_purchase']),
  /** Absent without a limit. */
  mostUses: z.number().int().optional(),
  mostPerPerson: z.number().int().optional(),
  startsAt: z.string(),
  /** The first moment at which it is over. */
  endsAt: z.string().optional(),
  state: z.enum(['on', 'paused', 'ended']),
  /** Without those that were given back. */
  uses: z.number().int(),
  /** What it took off in all. */
  given: z.number(),
  version: z.number().int(),
})
export type DiscountCode = z.infer<typeof DiscountCode>

const count = (problem: string) => numeric(problem, z.number().int(problem).min(1, problem).max(1_000_000))
const Limit = count('A whole number from 1 on, or nothing').nullish()
const Day = z.iso.date({ error: 'Which day?' })
const names = z.array(typed(400, 'Name a part')).max(mostCodeParts, `At most ${mostCodeParts}`)

const cents = (problem: string, least: number) =>
  numeric(problem, z.number().max(1_000_000, problem)).transform((dollars, context) => {
    const exact = exactCents(dollars)
    if (exact !== undefined && exact >= least) return exact
    context.addIssue({ code: 'custom', message: problem })
    return z.NEVER
  })

/** What a new code promises; that never changes. */
const NewCode = z
  .object({
    code: typed(60, 'Code is required').superRefine((code, context) => {
      const message = newCodeProblem(code)
      if (message) context.addIssue({ code: 'custom', message })
    }),
    kind: z.enum(['percent', 'amount']),
    /** A percentage with at most two decimals, or dollars: both in hundredths from here on. */
    value: cents('An amount in whole cents, or a percentage with at most two decimals', 1),
    minimum: cents('The least purchase is an amount in whole cents', 0).default(0),
    /** Their ids. */
    categories: z.array(z.string().max(60)).max(100, 'At most 100').default([]),
    /** Their ids, or their names. */
    products: names.default([]),
    customers: z.enum(['all', 'first_purchase']).default('all'),
    mostUses: Limit,
    mostPerPerson: Limit,
    /** The days are those of UTC; from now on unless it is said. */
    startsOn: Day.nullish(),
    /** The last day. */
    endsOn: Day.nullish(),
  })
  .refine(({ kind, value }) => kind === 'amount' || value <= 10_000, {
    path: ['value'],
    message: 'At most 100 %',
  })
  .refine(({ startsOn, endsOn }) => !startsOn || !endsOn || startsOn <= endsOn, {
    path: ['endsOn'],
    message: 'The last day is before the first one',
  })
export type NewCode = z.output<typeof NewCode>

/** What may change of one that is out there. */
const ChangeCode = z.object({
  version: z.number().int(),
  state: z.enum(['on', 'paused', 'ended']).optional(),
  /** Null for no last day. */
  endsOn: Day.nullish(),
  mostUses: count('A whole number from 1 on').optional(),
})
export type ChangeCode = z.output<typeof ChangeCode>

export const manageDiscountsContract = {
  listDiscounts: { query: ListQuery, response: z.array(DiscountCode) },
  addDiscount: { body: NewCode, response: z.object({ insertedId: z.string() }) },
  changeDiscount: {
    params: z.object({ id: z.string() }),
    body: ChangeCode,
    response: z.object({ modifiedCount: z.number().int() }),
  },
} satisfies Contract
export type ManageDiscountsContract = typeof manageDiscountsContract

export const refuse = refusalsOf({
  unknown_discount: [404, 'There is no such code.'],
  code_taken: [
    409,
    'There is or was such a code already. Choose another one: a code is never given out twice.',
  ],
  free_without_limit: [
    422,
    'This code can make parts free: say how often each customer may use it, or set a least purchase above its amount.',
  ],
  no_such_category: [422, 'There is no category “{name}”.'],
  no_such_part: [422, 'There is no part “{name}”.'],
  several_parts: [422, 'More than one part is called “{name}”: give the id of the one that is meant.'],
  changed_meanwhile: [409, 'Somebody else has changed this code since you opened it. Look at it again.'],
  ended_for_good: [409, 'This code has ended. Make another one.'],
  without_limit: [409, 'This code has no limit of uses. End it, and make another one.'],
  used_more_often: [409, 'It is used {uses} times already.'],
})
