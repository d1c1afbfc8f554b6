import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'
import { identityUrls } from '../urls.ts'

const challengeLastsSeconds = 600
const cookieName = 'two_factor'

/**
 * better-auth asks for the second factor after a password only. This does after Google what its own plugin does after a
 * password: the fresh session is ended, and a cookie allows to answer the challenge and nothing else.
 */
export const secondFactorForGoogle = (): BetterAuthPlugin => ({
  id: 'second-factor-for-google',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/callback/:id',
        handler: createAuthMiddleware(async (ctx) => {
          const fresh = ctx.context.newSession
          if (!fresh?.user.twoFactorEnabled) return
          const { internalAdapter } = ctx.context
          deleteSessionCookie(ctx, true)
          await internalAdapter.deleteSession(fresh.session.token)
          ctx.context.setNewSession(null)

          const identifier = `2fa-${generateRandomString(20)}`
          const expiresAt = new Date(Date.now() + challengeLastsSeconds * 1000)
          await internalAdapter.createVerificationValue({ value: fresh.user.id, identifier, expiresAt })
          const cookie = ctx.context.createAuthCookie(cookieName, { maxAge: challengeLastsSeconds })
          await ctx.setSignedCookie(cookie.name, identifier, ctx.context.secret, cookie.attributes)
          throw ctx.redirect(`${identityUrls.provider.popupDone()}?second_factor=required`)
        }),
      },
    ],
  },
})
