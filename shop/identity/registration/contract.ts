import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { Done, Name, Password } from '../common-contract.ts'

// The provider accepts plain Latin addresses only; better refused here than at the first log-in.
const AccountEmail = Email.refine((email) => z.email().safeParse(email).success, {
  error: 'Email is not a valid email address',
})

/** A path of this site. */
const ReturnTo = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])/)
  .optional()

export const Register = z.object({
  name: Name,
  email: AccountEmail,
  password: Password,
  returnTo: ReturnTo,
})
export const MailedLink = z.object({
  page: z.enum(['verify-email', 'new-password']),
  token: z.string().max(200),
})
export const LinkState = z.object({ state: z.enum(['ready', 'password', 'gone']) })
export type LinkState = z.infer<typeof LinkState>

export const registrationContract = {
  register: { body: Register, response: Done },
  checkMailedLink: { body: MailedLink, response: LinkState },
} satisfies Contract
