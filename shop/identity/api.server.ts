import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Counters } from '~/platform/db/counters.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { bearerToken, Unauthenticated } from '~/platform/http/allow.server.ts'
import { endpoint, WithHeaders } from '~/platform/http/endpoint.server.ts'
import { Email } from '~/platform/http/input/email.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import type { Config } from '~/shop/config.server.ts'
import { urls } from '~/shop/urls.ts'
import {
  Done,
  LinkState,
  MailedLink,
  Register,
  RequestPasswordReset,
  ResetPassword,
  Role,
  SignedInUser,
} from './contract.ts'
import { resetLink, resetPassword } from './password/password.server.ts'
import { createMailLimit } from './registration/mail-limit.server.ts'
import { register, verificationLink } from './registration/registration.server.ts'
import { createRegistrationCookie } from './registration/registration-cookie.server.ts'
import type { AccessTokens } from './session/access-token.server.ts'
import type { ReadIdentityToken } from './session/identity-token.server.ts'
import type { Auth } from './sign-in/auth.server.ts'
import { hasSession, upsertUser, userByEmail } from './store.server.ts'

/** Longer than a reset takes, so that the response time does not reveal whether the address has an account. */
const resetResponseMs = 250

export type IdentityApiDependencies = {
  config: Config
  database: Database
  postman: MailWorker
  auth: Auth
  tokens: AccessTokens
  readIdentityToken: ReadIdentityToken
  counters: Counters
}

export const identityApi = (dependencies: IdentityApiDependencies) => [
  ...accountEndpoints(dependencies),
  ...tokenEndpoints(dependencies),
]

function accountEndpoints({ config, database, postman, auth, counters }: IdentityApiDependencies) {
  const registrations = createMailLimit(counters, 'registrations')
  const resets = createMailLimit(counters, 'resets')
  const registrationCookie = createRegistrationCookie(config)
  const resetPage = config.publicUrl + urls.resetPassword()
  return [
    endpoint({
      method: 'POST',
      path: '/identity/sign-up/email',
      who: 'everyone',
      summary: 'Registers; the account comes into being with the link that is mailed',
      body: Register,
      answer: Done,
      perMinute: 20,
      async act({ body, request }) {
        requireMail(config)
        // Beyond the limit the answer is the same, but no mail is sent.
        const sendsMail = await registrations.allows({ email: body.email, address: request.ip })
        const { hash: browserHash, header } = registrationCookie.issue(request.headers.cookie)
        await register({ auth, database, config }, { ...body, browserHash, sendsMail })
        void postman.hurry()
        return new WithHeaders({ status: true as const }, { 'set-cookie': header })
      },
    }),
    endpoint({
      method: 'POST',
      path: '/identity/mailed-link',
      who: 'everyone',
      summary: 'Whether a mailed link still works, and whether it asks for the password of the registration',
      body: MailedLink,
      answer: LinkState,
      perMinute: 60,
      async act({ body: { page, token }, request }) {
        if (page === 'new-password')
          return { state: (await resetLink(auth, token)) ? ('ready' as const) : ('gone' as const) }
        const { state } = await verificationLink(
          database.db,
          token,
          registrationCookie.hashIn(request.headers.cookie),
        )
        return { state }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/identity/request-password-reset',
      who: 'everyone',
      summary: 'Mails a link to choose a new password, if the address has an account',
      body: RequestPasswordReset,
      answer: Done,
      perMinute: 20,
      async act({ body: { email }, request }) {
        requireMail(config)
        const sendLink = async () => {
          if (!(await resets.allows({ email, address: request.ip }))) return
          await auth.api.requestPasswordReset({ body: { email } }).catch(ignoreInvalidAddress)
        }
        await Promise.all([sendLink(), sleep(resetResponseMs)])
        return { status: true as const }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/identity/reset-password',
      who: 'everyone',
      summary: 'Sets a new password by a mailed link, once, and ends all sessions and all other links',
      body: ResetPassword,
      answer: Done,
      perMinute: 20,
      async act({ body }) {
        await resetPassword({ auth, database, resetPage }, body)
        void postman.hurry()
        return { status: true as const }
      },
    }),
  ]
}

/** Nobody should wait for a mail that is never sent. */
function requireMail({ sendsMail }: Config) {
  if (!sendsMail)
    throw new Refusal(503, 'no_mail', 'This shop cannot send mails at the moment. Please try again later.')
}

/** An address that the provider rejects has no account: it gets the same answer as an unknown one. */
function ignoreInvalidAddress(error: unknown) {
  if ((error as { statusCode?: number }).statusCode !== 400) throw error
}

function tokenEndpoints({ database: { db }, tokens, readIdentityToken }: IdentityApiDependencies) {
  return [
    endpoint({
      method: 'PUT',
      path: '/api/user/:email',
      who: 'identity-token',
      summary: "Exchanges the identity provider's token, as Bearer, for the shop's access token",
      params: z.object({ email: Email }),
      body: z.object({ email: Email.optional() }).nullish(),
      answer: SignedInUser,
      perMinute: 120,
      async act({ params: { email }, body, request }) {
        const identity = await readIdentityToken(bearerToken(request) ?? '')
        if (!identity || (identity.sessionId && !(await hasSession(db, identity))))
          throw new Unauthenticated()
        if (identity.email !== email || (body?.email && body.email !== email))
          throw new Refusal(403, 'forbidden', 'You are signed in with a different email address.')
        if (!identity.emailVerified)
          throw new Refusal(403, 'unverified', 'Please verify your email address first: look for our mail.')
        return { token: await tokens.mint(await upsertUser(db, identity), identity.sessionId) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/admin/:email',
      who: 'self-or-admin',
      summary: 'Whether the identity is an admin',
      params: z.object({ email: Email }),
      answer: Role,
      async act({ params: { email } }) {
        const user = await userByEmail(db, email)
        return { admin: user?.role === 'admin', name: user?.name ?? '', photo: user?.photo ?? null }
      },
    }),
  ]
}
