import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { roles } from '~/platform/roles.ts'

export const RoleOfUser = z.object({
  /** As specified; the pages read `role`. */
  admin: z.boolean(),
  role: z.enum(roles),
  /** By which reviews name their author; it opens nothing. Empty for somebody the shop does not know. */
  uid: z.string(),
  name: z.string(),
  photo: z.string().nullable(),
})
export const SignedInUser = z.object({ token: z.string() })

export const SignedInDevice = z.object({
  _id: z.string(),
  device: z.string(),
  since: z.string(),
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

const byEmail = z.object({ email: Email })

export const sessionContract = {
  exchangeToken: {
    params: byEmail,
    body: z.object({ email: Email.optional() }).nullish(),
    response: SignedInUser,
  },
  getRole: { params: byEmail, response: RoleOfUser },
  listSessions: { response: z.array(SignedInDevice) },
  endSession: {
    params: z.object({ id: z.string() }),
    response: z.object({ deletedCount: z.number() }),
  },
} satisfies Contract

export const refuse = refusalsOf({
  other_email: [403, 'You are signed in with a different email address.', 'forbidden'],
  unverified: [403, 'Please verify your email address first: look for our mail.'],
})
