import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { roles } from '~/platform/roles.ts'
import {
  codeProblem,
  linkExpired,
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

export const SignedInDevice = z.object({
  _id: z.string(),
  device: z.string(),
  since: z.string(),
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

const byEmail = z.object({ email: Email })
const PhoneState = z.object({ phone: z.string().nullable() })
/** Shown this once. */
const Codes = z.array(z.string())

export const identityContract = {
  register: { body: Register, response: Done },
  checkMailedLink: { body: MailedLink, response: LinkState },
  requestPasswordReset: { body: RequestPasswordReset, response: Done },
  resetPassword: { body: ResetPassword, response: Done },
  exchangeToken: {
    params: byEmail,
    body: z.object({ email: Email.optional() }).nullish(),
    response: SignedInUser,
  },
  getRole: { params: byEmail, response: RoleOfUser },
  beginAuthenticator: {
    body: z.object({ password: CurrentPassword }),
    response: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmAuthenticator: {
    body: z.object({ code: Code }),
    response: z.object({ app: z.literal(true), recoveryCodes: Codes.optional() }),
  },
  removeAuthenticator: {
    body: z.object({ password: CurrentPassword, code: z.string().trim().min(1, 'Code is required').max(20) }),
    response: z.object({ app: z.literal(false) }),
  },
  replaceRecoveryCodes: {
    body: z.object({ password: CurrentPassword }),
    response: z.object({ recoveryCodes: Codes }),
  },
  getSecondFactors: { response: SecondFactors },
  sendPhoneCode: {
    body: z.object({ phone: Phone.optional(), password: CurrentPassword }),
    response: z.object({ sent: z.literal(true) }),
  },
  enrolPhone: {
    body: z.object({ code: Code }),
    response: PhoneState.extend({ recoveryCodes: Codes.optional() }),
  },
  removePhone: { body: z.object({ code: Code }), response: PhoneState },
  changePassword: {
    body: z.object({ password: CurrentPassword, newPassword: Password }),
    response: z.object({ status: z.literal(true) }),
  },
  listSessions: { response: z.array(SignedInDevice) },
  endSession: {
    params: z.object({ id: z.string() }),
    response: z.object({ deletedCount: z.number() }),
  },
} satisfies Contract
export type IdentityContract = typeof identityContract

export const identityRefusals = {
  no_mail: [503, 'This shop cannot send mails at the moment. Please try again later.'],
  other_email: [403, 'You are signed in with a different email address.', 'forbidden'],
  unverified: [403, 'Please verify your email address first: look for our mail.'],
  invalid_token: [400, linkExpired],
  not_ours: [409, 'Your account is kept by another provider.'],
  has_phone: [409, 'Remove the current phone first.'],
  no_phone: [409, 'No phone is enrolled.'],
  no_sms: [409, 'Codes by SMS are not available in this shop.'],
  has_app: [409, 'Remove the present app first.'],
  no_factor: [409, 'There is no second factor yet.'],
  too_many_codes: [
    429,
    'We have sent you several codes already. Please use the newest one, or wait before you ask for another.',
    'too_many',
  ],
  codes_locked: [429, 'Too many wrong codes. Please wait 15 minutes and log in again.', 'too_many'],
  no_codes_today: [
    429,
    'This shop has sent as many codes as it may in a day. Please use a recovery code or an authenticator app, or try again tomorrow.',
    'too_many',
  ],
  code_too_old: [422, 'This code is too old. Please ask for a new one.'],
  wrong_sent_code: [422, 'That is not the code we sent.', 'invalid'],
  wrong_app_code: [422, 'That is not the code of the app.', 'invalid'],
  wrong_app_or_recovery_code: [422, 'That code is not right, or was used before.', 'invalid'],
  password_missing: [422, 'Your password is required', 'invalid'],
  wrong_password: [422, 'That is not your password.', 'invalid'],
  log_in_again: [403, 'Please log out, log in again and come back within ten minutes.'],
  unavailable: [503, 'Sign-in is not available at the moment. Please try again.'],
} as const
export const refuse = refusalsOf(identityRefusals)

/** What may be answered with after a right password. */
export const SecondFactorMethods = z.object({
  app: z.boolean(),
  phone: z.string().nullable(),
  recovery: z.boolean(),
})
export type SecondFactorMethods = z.infer<typeof SecondFactorMethods>

const Anything = z.unknown()

/** The routes of better-auth that are open. It writes its responses itself: the schemas say what the browser reads. */
export const providerContract = {
  logIn: { body: LogIn, response: z.object({ twoFactorRedirect: z.literal(true).optional() }) },
  beginGoogle: {
    body: z.object({ provider: z.literal('google') }),
    response: z.object({ url: z.string() }),
  },
  returnFromGoogle: { response: Anything },
  verifyEmail: { body: VerifyEmail, response: z.object({ returnTo: z.string().optional() }) },
  sendCode: { response: Anything },
  checkCode: { body: z.object({ code: Code }), response: Anything },
  listSecondFactorMethods: { response: SecondFactorMethods },
  checkAppCode: { body: z.object({ code: Code }), response: Anything },
  checkRecoveryCode: { body: z.object({ code: RecoveryCode }), response: Anything },
  logOut: { response: Anything },
  getIdentityToken: { response: z.object({ token: z.string() }) },
} satisfies Contract
export type ProviderContract = typeof providerContract
