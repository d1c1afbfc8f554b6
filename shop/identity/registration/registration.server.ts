import { createHash, randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { z } from 'zod'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { readCookie, setCookie } from '~/platform/http/cookies.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import { days, hours, inSeconds } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import { urls } from '~/shop/urls.ts'
import type { Auth } from '../auth.server.ts'
import { alreadyRegisteredMail, verifyMail } from '../mails.ts'
import { VerifyEmail } from '../sign-in/contract.ts'
import { identityUrls } from '../urls.ts'
import type { Register } from './contract.ts'

const registrationLastsMs = hours(24)

type Registering = { auth: Auth; database: Database; config: Config; shopName: () => string }
type Registration = z.infer<typeof Register> & { browserHash: string; sendsMail: boolean }

/**
 * There is no account before the address is verified: until then name and password are stored with the link. So nobody
 * can take an address in advance, and known and unknown addresses get the same answer after the same work. Without a mail
 * the registration is stored too: an earlier link to the address opens it in the browser that registered.
 */
export async function register(
  { auth, database, config, shopName }: Registering,
  { name, email, password, returnTo, browserHash, sendsMail }: Registration,
) {
  const { password: hasher, internalAdapter } = await auth.$context
  const password_hash = await hasher.hash(password)
  const token = randomBytes(18).toString('base64url')
  const now = Date.now()
  const expires_at = new Date(now + registrationLastsMs).toISOString()
  const account = await internalAdapter.findUserByEmail(email)
  const mail = account
    ? alreadyRegisteredMail({
        to: email,
        shopName: shopName(),
        resetPage: config.publicUrl + urls.resetPassword(),
      })
    : verifyMail({
        to: email,
        shopName: shopName(),
        link: config.publicUrl + identityUrls.verifyEmail(token),
      })
  await database.change([], async (tx) => {
    await tx.deleteFrom('registrations').where('expires_at', '<', new Date(now).toISOString()).execute()
    // An address with an account gets a row too, for equal time; its token is never sent.
    await tx
      .insertInto('registrations')
      .values({
        token_hash: hashed(token),
        email,
        name,
        password_hash,
        browser_hash: browserHash,
        return_to: returnTo ?? null,
        expires_at,
      })
      .execute()
    if (sendsMail) await queueMail(tx, mail)
  })
}

/** The state of a link: 'ready' in the browser that registered, 'password' in any other, 'gone' when it no longer works. */
export async function verificationLink(db: Db, token: string, browserHash: string | undefined) {
  const link = await registrationOf(db, token)
  const isUsed = link && (await hasAccount(db, link.email))
  if (!link || isUsed) return { state: 'gone' as const }
  const own = browserHash && (await ownRegistration(db, link.email, browserHash))
  return own ? { state: 'ready' as const, link, own } : { state: 'password' as const, link }
}

/**
 * The endpoint behind the mailed link: creates the account and signs its owner in. The link proves only the address,
 * because a stranger may have caused the mail. Which registration counts is decided by the browser it was made in, or
 * elsewhere by its password.
 */
export const verification = ({ db }: Database, config: Config) => {
  const cookie = createRegistrationCookie(config)
  return {
    id: 'verification',
    endpoints: {
      verifyEmail: createAuthEndpoint('/verify-email', { method: 'POST', body: VerifyEmail }, async (ctx) => {
        const { internalAdapter, password: hasher } = ctx.context
        const { token, password } = ctx.body
        const found = await verificationLink(db, token, cookie.hashIn(ctx.headers?.get('cookie')))
        if (found.state === 'gone') throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' })
        if (found.state === 'password') {
          if (password === undefined) throw new APIError('FORBIDDEN', { code: 'PASSWORD_NEEDED' })
          if (!(await hasher.verify({ hash: found.link.password_hash, password })))
            throw new APIError('FORBIDDEN', { code: 'WRONG_REGISTRATION_PASSWORD' })
        }
        const registration = await claim(db, found.state === 'ready' ? found.own : found.link)
        if (!registration) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' })
        const { email, name, password_hash, return_to } = registration
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
        return ctx.json({ token: session.token, ...(return_to && { returnTo: return_to }) })
      }),
    },
  } satisfies BetterAuthPlugin
}

const registrationOf = (db: Db, token: string) =>
  pendingRegistrations(db).where('token_hash', '=', hashed(token)).executeTakeFirst()

const ownRegistration = (db: Db, email: string, browserHash: string) =>
  pendingRegistrations(db)
    .where('email', '=', email)
    .where('browser_hash', '=', browserHash)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const pendingRegistrations = (db: Db) =>
  db.selectFrom('registrations').selectAll().where('expires_at', '>', new Date().toISOString())

/** Deletes all registrations of the address with the one that becomes an account; of two at once only the first finds any. */
async function claim(db: Db, { email, token_hash }: { email: string; token_hash: string }) {
  const ended = await db.deleteFrom('registrations').where('email', '=', email).returningAll().execute()
  return ended.find((registration) => registration.token_hash === token_hash)
}

const hasAccount = (db: Db, email: string) =>
  db.selectFrom('identity_users').select('id').where('email', '=', email).executeTakeFirst()

const hashed = (token: string) => createHash('sha256').update(token).digest('base64url')

const name = 'car-parts.registration'
const maxAgeSeconds = inSeconds(days(1))

/** A random value that identifies the browser that registered when it opens the mailed link. */
export function createRegistrationCookie({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:')
  const read = (header: string | null | undefined) => {
    const value = readCookie(header, { name, secure })
    return value && /^[\w-]{32}$/.test(value) ? value : undefined
  }
  return {
    /** The hash of this browser's value. */
    hashIn(header: string | null | undefined) {
      const value = read(header)
      return value && hashedValue(value)
    },
    /** One value for several registrations, so that each of their links works in this browser. */
    issue(header: string | undefined) {
      const value = read(header) ?? randomBytes(24).toString('base64url')
      return { hash: hashedValue(value), header: setCookie({ name, value, maxAgeSeconds, secure }) }
    },
  }
}

const hashedValue = (value: string) => createHash('sha256').update(`browser ${value}`).digest('base64url')
