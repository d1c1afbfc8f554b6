import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { Code, LogIn, RecoveryCode, VerifyEmail } from '../contract.ts'

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
