import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Email } from '~/platform/http/input/schemas.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { Code, RecoveryCode } from '../common-contract.ts'

/** No rule for the password here: it is right or wrong. */
export const LogIn = z.object({
  email: Email,
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(512),
})
/** The password of the registration; not needed in the browser that registered. */
export const VerifyEmail = z.object({ token: z.string().max(200), password: z.string().max(512).optional() })

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

/** What a code is refused for, at log-in as with the second factors of an account. */
export const codeRefusals = {
  no_sms: [409, 'Codes by SMS are not available in this shop.'],
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
  wrong_app_or_recovery_code: [422, 'That code is not right, or was used before.', 'invalid'],
} as const

export const refuse = refusalsOf({
  unavailable: [503, 'Sign-in is not available at the moment. Please try again.'],
})
