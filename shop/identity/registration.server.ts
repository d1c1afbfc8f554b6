import { createHash, randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { z } from 'zod'
import type { Config } from '~/platform/config.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { urls } from '~/shop/urls.ts'
import type { Auth } from './auth.server.ts'
import type { Register } from './contract.ts'
import { VerifyEmail } from './contract.ts'
import { identityUrls } from './identity-urls.ts'
import { alreadyRegisteredMail, verifyMail } from './mails.ts'

const hours = (count: number) => count * 60 * 60 * 1000
const registrationLastsMs = hours(24)

/**
 * Nobody has an account before the address is proven: until then name and password wait with the link. So nobody can
 * take an address in advance, and known and unknown addresses get the same answer for the same work.
 */
export async function register(
  { auth, database, config }: { auth: Auth; database: Database; config: Config },
  { name, email, password }: z.infer<typeof Register>,
) {
  const { password: hasher, internalAdapter } = await auth.$context
  const password_hash = await hasher.hash(password)
  const token = randomBytes(18).toString('base64url')
  const now = Date.now()
  const expires_at = new Date(now + registrationLastsMs).toISOString()
  const known = await internalAdapter.findUserByEmail(email)
  const mail = known
    ? alreadyRegisteredMail({ to: email, resetPage: config.publicUrl + urls.resetPassword() })
    : verifyMail({ to: email, name, link: config.publicUrl + identityUrls.verifyEmail(token) })
  await database.change([], async (tx) => {
    await tx.deleteFrom('registrations').where('expires_at', '<', new Date(now).toISOString()).execute()
    // A known address gets a row too, for equal time; nobody is told its token.
    await tx
      .insertInto('registrations')
      .values({ token_hash: hashed(token), email, name, password_hash, expires_at })
      .execute()
    await queueMail(tx, mail)
  })
}

/** The door behind the link of the mail: the account comes into being, and its owner is signed in. */
export const verification = ({ db }: Database) =>
  ({
    id: 'verification',
    endpoints: {
      verifyEmail: createAuthEndpoint('/verify-email', { method: 'POST', body: VerifyEmail }, async (ctx) => {
        const waiting = await db
          .deleteFrom('registrations')
          .where('token_hash', '=', hashed(ctx.body.token))
          .where('expires_at', '>', new Date().toISOString())
          .returningAll()
          .executeTakeFirst()
        const { internalAdapter } = ctx.context
        if (!waiting || (await internalAdapter.findUserByEmail(waiting.email)))
          throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' })
        const { email, name, password_hash } = waiting
        const user = await internalAdapter.createUser(
          { email, name, emailVerified: true },
          { method: 'email-password' },
        )
        await internalAdapter.createAccount({
          userId: user.id,
          providerId: 'credential',
          accountId: user.id,
          password: password_hash,
        })
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ token: session.token })
      }),
    },
  }) satisfies BetterAuthPlugin

const hashed = (token: string) => createHash('sha256').update(token).digest('base64url')
