import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { OnePageQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { longestTokenName, programRoles } from './rules.ts'

/** A token as admins see it: never what it is, only how it ends. */
export const ApiToken = z.object({
  _id: z.string(),
  name: z.string(),
  role: z.enum(programRoles),
  lastLetters: z.string(),
  madeBy: z.string(),
  createdAt: z.string(),
  /** The first moment at which it is over. */
  expiresAt: z.string(),
  lastUsedAt: z.string().optional(),
  revokedAt: z.string().optional(),
})
export type ApiToken = z.infer<typeof ApiToken>

const NewToken = z.object({
  name: typed(longestTokenName, 'Which program is it for?'),
  role: z.enum(programRoles, 'Packer, editor or admin'),
  /** The last day, of UTC. */
  endsOn: z.iso.date({ error: 'Until which day?' }),
  /** Of the admin, who has one unless they log in elsewhere. */
  password: z.string().max(200).optional(),
})
export type NewToken = z.output<typeof NewToken>

export const tokensContract = {
  listTokens: { query: OnePageQuery, response: z.array(ApiToken) },
  addToken: {
    body: NewToken,
    /** The only answer that ever has the token. */
    response: z.object({ insertedId: z.string(), token: z.string() }),
  },
  revokeToken: {
    params: z.object({ id: z.string() }),
    response: z.object({ modifiedCount: z.number().int() }),
  },
} satisfies Contract
export type TokensContract = typeof tokensContract

export const refuse = refusalsOf({
  unknown_api_token: [404, 'There is no such token.'],
  ends_in_the_past: [422, 'This day is over.', 'invalid'],
  ends_too_late: [422, 'At most two years from now.', 'invalid'],
  only_admins: [403, 'Only admins let programs in.'],
})
