import { z } from 'zod'
import { Email } from '~/platform/http/input/email.ts'
import {
  codeProblem,
  nameProblem,
  normalName,
  normalPhone,
  normalRecoveryCode,
  passwordProblem,
  phoneProblem,
  recoveryCodeProblem,
} from './rules.ts'

/** The same rule on both sides: the message comes from the function that the forms use. */
const checked = (
  required: string,
  problem: (typed: string) => string | undefined,
  normal = (t: string) => t,
) =>
  z.string({ error: required }).transform((typed, context) => {
    const message = problem(typed)
    if (message) context.addIssue({ code: 'custom', message })
    return normal(typed)
  })

export const Name = checked('Name is required', nameProblem, normalName)
export const Password = checked('Password is required', passwordProblem)
export const Phone = checked('Phone is required', phoneProblem, normalPhone)
export const Code = checked('Code is required', codeProblem, (typed) => typed.trim())

export const RecoveryCode = checked('Recovery code is required', recoveryCodeProblem, normalRecoveryCode)

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
/** The present password, asked for again. */
export const CurrentPassword = z.string().max(200).optional()

/** No rule for the password here: it is right or wrong. */
export const LogIn = z.object({
  email: Email,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(512),
})
export const RequestPasswordReset = z.object({ email: Email })
export const ResetPassword = z.object({ token: z.string().max(200), newPassword: Password })
/** The password of the registration; not needed in the browser that registered. */
export const VerifyEmail = z.object({ token: z.string().max(200), password: z.string().max(512).optional() })
export const MailedLink = z.object({
  page: z.enum(['verify-email', 'new-password']),
  token: z.string().max(200),
})
export const LinkState = z.object({ state: z.enum(['ready', 'password', 'gone']) })
export type LinkState = z.infer<typeof LinkState>

/** The same answer whether or not the address has an account. */
export const Done = z.object({ status: z.literal(true) })

export const Role = z.object({ admin: z.boolean(), name: z.string(), photo: z.string().nullable() })
export const SignedInUser = z.object({ token: z.string() })

/** The caller's second factors. */
export const SecondFactors = z.object({
  /** Masked. */
  phone: z.string().nullable(),
  app: z.boolean(),
  recoveryCodesLeft: z.number(),
  /** Whether this shop can send codes to a phone. */
  offersPhone: z.boolean(),
})
export type SecondFactors = z.infer<typeof SecondFactors>
/** The second factors that a log-in may use. */
export type SecondFactorMethods = { app: boolean; phone: string | null; recovery: boolean }

export const SignedInDevice = z.object({
  _id: z.string(),
  device: z.string(),
  since: z.string(),
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>
