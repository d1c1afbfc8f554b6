import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'
import { identityUrls } from '../urls.ts'

const challengeLastsSeconds = 600
const cookieName = 'two_factor'

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
