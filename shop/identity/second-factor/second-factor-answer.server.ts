import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'
import { z } from 'zod'
import type { Counters } from '~/platform/db/counters.server.ts'
import { Code, RecoveryCode } from '../common-contract.ts'
import { maskedPhone } from '../rules.ts'
import { createAttempts } from '../sign-in/attempts.server.ts'
import { identityUrls } from '../urls.ts'
import type { Authenticators } from './authenticators.server.ts'
import type { RecoveryCodes } from './recovery-codes.server.ts'

const mostAttempts = 10
const cookieName = 'two_factor'

type Dependencies = {
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
  counters: Counters
  sendsSms: boolean
}
type Context = Parameters<typeof setSessionCookie>[0]

/**
 * Checks the second factor after a password or Google: a code of an authenticator app or a recovery code. better-auth's
 * endpoints for these are not used: an app code works twice within a minute there, and recovery codes are encrypted
 * instead of hashed.
 */
export const secondFactorAnswers = ({ authenticators, recoveryCodes, counters, sendsSms }: Dependencies) => {
  const attempts = createAttempts(counters, 'second factor of', mostAttempts)

  async function signInIf(ctx: Context, isRight: (identityId: string) => Promise<boolean>) {
    const { user, challenge, cookie } = await challengeOf(ctx)
    if (await attempts.begin(user.id))
      throw new APIError('TOO_MANY_REQUESTS', { code: 'ACCOUNT_TEMPORARILY_LOCKED' })
    if (!(await isRight(user.id))) throw new APIError('UNAUTHORIZED', { code: 'WRONG_SECOND_FACTOR' })
    const { internalAdapter } = ctx.context
    // Deleted in one step: a challenge is answered once.
    const consumed = await internalAdapter.consumeVerificationValue(challenge)
    expireCookie(ctx, cookie)
    if (consumed?.value !== user.id) throw challengeExpired()
    await attempts.succeed(user.id)
    const session = await internalAdapter.createSession(user.id)
    await setSessionCookie(ctx, { session, user })
    return ctx.json({ token: session.token })
  }

  return {
    id: 'second-factor-answers',
    endpoints: {
      secondFactorMethods: createAuthEndpoint('/second-factor/methods', { method: 'GET' }, async (ctx) => {
        const { user } = await challengeOf(ctx)
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
        (ctx) => signInIf(ctx, (identityId) => recoveryCodes.redeem(identityId, ctx.body.code)),
      ),
    },
  } satisfies BetterAuthPlugin
}

/** The log-in of this browser that waits for a second factor. */
export async function challengeOf(ctx: Context) {
  const { internalAdapter, secret, createAuthCookie } = ctx.context
  const cookie = createAuthCookie(cookieName)
  const challenge = await ctx.getSignedCookie(cookie.name, secret)
  const found = challenge ? await internalAdapter.findVerificationValue(challenge) : undefined
  const isValid = found && new Date(found.expiresAt).getTime() > Date.now()
  const user = isValid ? await internalAdapter.findUserById(found.value) : undefined
  if (!challenge || !user) throw challengeExpired()
  return { user, challenge, cookie }
}

const challengeExpired = () => new APIError('UNAUTHORIZED', { code: 'INVALID_TWO_FACTOR_COOKIE' })

const challengeLastsSeconds = 600

/**
 * better-auth asks for the second factor after a password only. This hook does the same after Google: it ends the new
 * session and sets a cookie that allows to answer the challenge and nothing else.
 */
export const secondFactorForGoogle = (): BetterAuthPlugin => ({
  id: 'second-factor-for-google',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/callback/:id',
        handler: createAuthMiddleware(async (ctx) => {
          const created = ctx.context.newSession
          if (!created?.user.twoFactorEnabled) return
          const { internalAdapter } = ctx.context
          deleteSessionCookie(ctx, true)
          await internalAdapter.deleteSession(created.session.token)
          ctx.context.setNewSession(null)

          const identifier = `2fa-${generateRandomString(20)}`
          const expiresAt = new Date(Date.now() + challengeLastsSeconds * 1000)
          await internalAdapter.createVerificationValue({ value: created.user.id, identifier, expiresAt })
          const cookie = ctx.context.createAuthCookie(cookieName, { maxAge: challengeLastsSeconds })
          await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes)
          throw ctx.redirect(`${identityUrls.popupDone()}?second_factor=required`)
        }),
      },
    ],
  },
})
