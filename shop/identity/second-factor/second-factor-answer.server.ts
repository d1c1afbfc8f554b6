import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { expireCookie, setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Counters } from '~/platform/db/counters.server.ts'
import { Code, RecoveryCode } from '../contract.ts'
import { maskedPhone } from '../rules.ts'
import { createAttempts } from '../sign-in/attempts.server.ts'
import type { Authenticators } from './authenticators.server.ts'
import type { RecoveryCodes } from './recovery-codes.server.ts'

const mostTries = 10
const cookieName = 'two_factor'

type Parts = {
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
  counters: Counters
  sendsSms: boolean
}
type Context = Parameters<typeof setSessionCookie>[0]

/**
 * Answers to the challenge that follows a right password or Google: by an authenticator app or a recovery code. The
 * provider's own answers are not used: its codes of apps can be used twice within a minute, and its recovery codes are
 * encrypted instead of hashed.
 */
export const secondFactorAnswers = ({ authenticators, recoveryCodes, counters, sendsSms }: Parts) => {
  const attempts = createAttempts(counters, 'second factor of', mostTries)

  async function signInIf(ctx: Context, isRight: (identityId: string) => Promise<boolean>) {
    const { user, challenge, cookie } = await challenged(ctx)
    if (await attempts.begin(user.id))
      throw new APIError('TOO_MANY_REQUESTS', { code: 'ACCOUNT_TEMPORARILY_LOCKED' })
    if (!(await isRight(user.id))) throw new APIError('UNAUTHORIZED', { code: 'WRONG_SECOND_FACTOR' })
    const { internalAdapter } = ctx.context
    // Taken out in one step: a challenge is answered once.
    const taken = await internalAdapter.consumeVerificationValue(challenge)
    expireCookie(ctx, cookie)
    if (taken?.value !== user.id) throw tooLate()
    await attempts.succeed(user.id)
    const session = await internalAdapter.createSession(user.id)
    await setSessionCookie(ctx, { session, user })
    return ctx.json({ token: session.token })
  }

  return {
    id: 'second-factor-answers',
    endpoints: {
      secondFactorMethods: createAuthEndpoint('/second-factor/methods', { method: 'GET' }, async (ctx) => {
        const { user } = await challenged(ctx)
        const { phoneNumber } = user as { phoneNumber?: string | null }
        return ctx.json({
          app: await authenticators.isSetUp(user.id),
          phone: phoneNumber && sendsSms ? maskedPhone(phoneNumber) : null,
          recovery: (await recoveryCodes.left(user.id)) > 0,
        })
      }),
      verifyAuthenticator: createAuthEndpoint(
        '/second-factor/app',
        { method: 'POST', body: z.object({ code: Code }) },
        (ctx) => signInIf(ctx, (identityId) => authenticators.accepts(identityId, ctx.body.code)),
      ),
      verifyRecoveryCode: createAuthEndpoint(
        '/second-factor/recovery',
        { method: 'POST', body: z.object({ code: RecoveryCode }) },
        (ctx) => signInIf(ctx, (identityId) => recoveryCodes.take(identityId, ctx.body.code)),
      ),
    },
  } satisfies BetterAuthPlugin
}

/** Whose log-in waits for a second factor in this browser. */
async function challenged(ctx: Context) {
  const { internalAdapter, secret, createAuthCookie } = ctx.context
  const cookie = createAuthCookie(cookieName)
  const challenge = await ctx.getSignedCookie(cookie.name, secret)
  const found = challenge ? await internalAdapter.findVerificationValue(challenge) : undefined
  const isAlive = found && new Date(found.expiresAt).getTime() > Date.now()
  const user = isAlive ? await internalAdapter.findUserById(found.value) : undefined
  if (!challenge || !user) throw tooLate()
  return { user, challenge, cookie }
}

const tooLate = () => new APIError('UNAUTHORIZED', { code: 'INVALID_TWO_FACTOR_COOKIE' })
