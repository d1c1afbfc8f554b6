import { setTimeout as sleep } from 'node:timers/promises'
import type { Counters } from '~/platform/db/counters.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Implementations } from '~/platform/http/endpoint.server.ts'
import { bearerToken, endpoints, Unauthenticated, WithHeaders } from '~/platform/http/endpoint.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { identityRoutes } from '~/shop/account-routes.ts'
import type { Config } from '~/shop/config.server.ts'
import { urls } from '~/shop/urls.ts'
import type { Auth } from './auth.server.ts'
import { authCall } from './auth.server.ts'
import type { IdentityContract } from './contract.ts'
import { identityContract, refuse } from './contract.ts'
import { resetLink, resetPassword } from './password/password.server.ts'
import { createRegistrationCookie, register, verificationLink } from './registration/registration.server.ts'
import type { SecurityDependencies } from './security-api.server.ts'
import { securityEndpoints } from './security-api.server.ts'
import type { AccessTokens } from './session/access-token.server.ts'
import { refuse as refuseSession } from './session/contract.ts'
import type { ReadIdentityToken } from './session/identity-token.server.ts'
import { createMailLimit } from './sign-in/attempts.server.ts'
import { hasSession, upsertUser, userByEmail } from './store.server.ts'

/** Longer than a reset takes, so that the response time does not reveal whether the address has an account. */
const resetResponseMs = 250

export type IdentityApiDependencies = {
  config: Config
  database: Database
  mailWorker: MailWorker
  auth: Auth
  tokens: AccessTokens
  readIdentityToken: ReadIdentityToken
  counters: Counters
  /** What the shop is called now. */
  shopName: () => string
}

export const identityApi = (dependencies: IdentityApiDependencies & SecurityDependencies) =>
  endpoints(identityRoutes, identityContract, {
    ...accountEndpoints(dependencies),
    ...tokenEndpoints(dependencies),
    ...securityEndpoints(dependencies),
  })

type AccountRoutes = 'register' | 'checkMailedLink' | 'requestPasswordReset' | 'resetPassword'

function accountEndpoints({
  config,
  database,
  mailWorker,
  auth,
  counters,
  shopName,
}: IdentityApiDependencies): Pick<Implementations<IdentityContract>, AccountRoutes> {
  const registrations = createMailLimit(counters, 'registrations')
  const resets = createMailLimit(counters, 'resets')
  const registrationCookie = createRegistrationCookie(config)
  const resetPage = config.publicUrl + urls.resetPassword()
  return {
    register: {
      access: 'everyone',
      summary: 'Registers; the account comes into being with the link that is mailed',
      perMinute: 20,
      async handler({ body, request }) {
        requireMail(config)
        // Beyond the limit the answer is the same, but no mail is sent.
        const sendsMail = await registrations.allows({ email: body.email, address: request.ip })
        const { hash: browserHash, header } = registrationCookie.issue(request.headers.cookie)
        await register({ auth, database, config, shopName }, { ...body, browserHash, sendsMail })
        void mailWorker.wake()
        return new WithHeaders({ status: true as const }, { 'set-cookie': header })
      },
    },
    checkMailedLink: {
      access: 'everyone',
      summary: 'Whether a mailed link still works, and whether it asks for the password of the registration',
      perMinute: 60,
      async handler({ body: { page, token }, request }) {
        if (page === 'new-password')
          return { state: (await resetLink(auth, token)) ? ('ready' as const) : ('gone' as const) }
        const { state } = await verificationLink(
          database.db,
          token,
          registrationCookie.hashIn(request.headers.cookie),
        )
        return { state }
      },
    },
    requestPasswordReset: {
      access: 'everyone',
      summary: 'Mails a link to choose a new password, if the address has an account',
      perMinute: 20,
      async handler({ body: { email }, request }) {
        requireMail(config)
        const sendLink = async () => {
          if (!(await resets.allows({ email, address: request.ip }))) return
          await authCall(() => auth.api.requestPasswordReset({ body: { email } })).catch(ignoreInvalidAddress)
        }
        await Promise.all([sendLink(), sleep(resetResponseMs)])
        return { status: true as const }
      },
    },
    resetPassword: {
      access: 'everyone',
      summary: 'Sets a new password by a mailed link, once, and ends all sessions and all other links',
      perMinute: 20,
      async handler({ body }) {
        await resetPassword({ auth, database, resetPage, shopName }, body)
        void mailWorker.wake()
        return { status: true as const }
      },
    },
  }
}

/** Nobody should wait for a mail that is never sent. */
function requireMail({ sendsMail }: Config) {
  if (!sendsMail) throw refuse('no_mail')
}

/** An address that the provider rejects has no account: it gets the same answer as an unknown one. */
function ignoreInvalidAddress(error: unknown) {
  if ((error as { statusCode?: number }).statusCode !== 400) throw error
}

function tokenEndpoints({
  database: { db },
  tokens,
  readIdentityToken,
}: IdentityApiDependencies): Pick<Implementations<IdentityContract>, 'exchangeToken' | 'getRole'> {
  return {
    exchangeToken: {
      access: 'identity-token',
      summary: "Exchanges the identity provider's token, as Bearer, for the shop's access token",
      perMinute: 120,
      async handler({ params: { email }, body, request }) {
        const identity = await readIdentityToken(bearerToken(request) ?? '')
        if (!identity || (identity.sessionId && !(await hasSession(db, identity))))
          throw new Unauthenticated()
        if (identity.email !== email || (body?.email && body.email !== email))
          throw refuseSession('other_email')
        if (!identity.emailVerified) throw refuseSession('unverified')
        return { token: await tokens.mint(await upsertUser(db, identity), identity.sessionId) }
      },
    },
    getRole: {
      access: 'self-or-people',
      summary: 'The role of a person, and whether it is that of an admin',
      async handler({ params: { email } }) {
        const user = await userByEmail(db, email)
        const { id: uid = '', name = '', photo = null, role = 'user' } = user ?? {}
        return { admin: role === 'admin', role, uid, name, photo }
      },
    },
  }
}
