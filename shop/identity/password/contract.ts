import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { accountRefusals, CurrentPassword, Done, Password } from '../common-contract.ts'
import { linkExpired } from '../rules.ts'

export const RequestPasswordReset = z.object({ email: Email })
export const ResetPassword = z.object({ token: z.string().max(200), newPassword: Password })

export const passwordContract = {
  requestPasswordReset: { body: RequestPasswordReset, response: Done },
  resetPassword: { body: ResetPassword, response: Done },
  changePassword: {
    body: z.object({ password: CurrentPassword, newPassword: Password }),
    response: z.object({ status: z.literal(true) }),
  },
} satisfies Contract

export const refuse = refusalsOf({
  ...accountRefusals,
  invalid_token: [400, linkExpired],
  password_missing: [422, 'Your password is required', 'invalid'],
  wrong_password: [422, 'That is not your password.', 'invalid'],
  log_in_again: [403, 'Please log out, log in again and come back within ten minutes.'],
})
