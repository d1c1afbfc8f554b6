import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { bearerToken } from '~/platform/http/endpoint.server.ts'
import type { SendSms } from '~/platform/sms/sms.server.ts'
import { urls } from '~/shop/urls.ts'
import type { IdentityApiDependencies } from './api.server.ts'
import type { IdentityContract } from './contract.ts'
import { changePassword } from './password/password.server.ts'
import type { Reauthentication } from './password/reauthenticate.server.ts'
import { maskedPhone } from './rules.ts'
import type { Authenticators } from './second-factor/authenticators.server.ts'
import { totpUri } from './second-factor/authenticators.server.ts'
import type { CodeLimits } from './second-factor/code-limits.server.ts'
import type { RecoveryCodes } from './second-factor/recovery-codes.server.ts'
import { createSecondFactor } from './second-factor/second-factor.server.ts'
import { deviceName } from './session/device-cookie.server.ts'
import { createAttempts } from './sign-in/attempts.server.ts'
import { endSession, identityOf, sessionsOf } from './store.server.ts'

export type SecurityDependencies = Pick<
  IdentityApiDependencies,
  'auth' | 'config' | 'database' | 'mailWorker' | 'tokens' | 'counters' | 'shopName'
> & {
  reauthentication: Reauthentication
  sendSms: SendSms | undefined
  codeLimits: CodeLimits
  hashCode: (code: string) => string
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
}

/** Password, second factors and sessions of the caller's own account. */
export const securityEndpoints = (dependencies: SecurityDependencies) => ({
  ...authenticatorEndpoints(dependencies),
  ...phoneEndpoints(dependencies),
  ...passwordEndpoints(dependencies),
  ...sessionEndpoints(dependencies),
})

type Some<Names extends keyof IdentityContract> = Pick<Implementations<IdentityContract>, Names>

const mostRemovals = 10

type PhoneRoutes = 'getSecondFactors' | 'sendPhoneCode' | 'enrolPhone' | 'removePhone'

function phoneEndpoints({
  database: { db },
  reauthentication,
  ...dependencies
}: SecurityDependencies): Some<PhoneRoutes> {
  const secondFactor = createSecondFactor(dependencies)
  const identityId = (caller: Caller) => identityOf(db, caller.userId)
  return {
    getSecondFactors: {
      access: 'signed-in',
      summary: 'What is asked for at log-in beside the password: a phone, in part, or an authenticator app',
      handler: async ({ caller }) => secondFactor.overview(await identityId(caller)),
    },
    sendPhoneCode: {
      access: 'signed-in',
      summary:
        'Sends a code to a new phone, with the password, or without one to the present phone in order to remove it',
      perMinute: 20,
      async handler({ caller, body, request }) {
        // A stolen token must not be enough to lock the owner out with the thief's phone.
        if (body.phone) await reauthentication.require(caller, request, body.password)
        await secondFactor.sendCode(await identityId(caller), body.phone)
        return { sent: true as const }
      },
    },
    enrolPhone: {
      access: 'signed-in',
      summary: 'Enrols the phone that the code was sent to; the first factor comes with recovery codes',
      perMinute: 20,
      async handler({ caller, body }) {
        const { phone, recoveryCodes } = await secondFactor.enrol(await identityId(caller), body.code)
        return { phone: maskedPhone(phone), ...(recoveryCodes && { recoveryCodes }) }
      },
    },
    removePhone: {
      access: 'signed-in',
      summary: 'Removes the phone, with a code sent to it',
      perMinute: 20,
      async handler({ caller, body }) {
        await secondFactor.remove(await identityId(caller), body.code)
        return { phone: null }
      },
    },
  }
}

type AuthenticatorRoutes =
  | 'beginAuthenticator'
  | 'confirmAuthenticator'
  | 'removeAuthenticator'
  | 'replaceRecoveryCodes'

function authenticatorEndpoints({
  database: { db },
  reauthentication,
  ...dependencies
}: SecurityDependencies): Some<AuthenticatorRoutes> {
  const secondFactor = createSecondFactor(dependencies)
  const removals = createAttempts(dependencies.counters, 'removal of app by', mostRemovals)
  const identityId = (caller: Caller) => identityOf(db, caller.userId)
  return {
    beginAuthenticator: {
      access: 'signed-in',
      summary:
        'A new secret for an authenticator app, with the password; it counts once a code has confirmed it',
      perMinute: 20,
      async handler({ caller, body, request }) {
        await reauthentication.require(caller, request, body.password)
        const secret = await secondFactor.beginApp(await identityId(caller))
        return { secret, uri: totpUri(dependencies.shopName(), secret, caller.email) }
      },
    },
    confirmAuthenticator: {
      access: 'signed-in',
      summary:
        'Sets the authenticator app up with its first code; the first factor comes with recovery codes',
      perMinute: 20,
      async handler({ caller, body }) {
        const recoveryCodes = await secondFactor.confirmApp(await identityId(caller), body.code)
        return { app: true as const, ...(recoveryCodes && { recoveryCodes }) }
      },
    },
    removeAuthenticator: {
      access: 'signed-in',
      summary: 'Removes the authenticator app, with the password and one of its codes or a recovery code',
      perMinute: 20,
      async handler({ caller, body, request }) {
        await reauthentication.require(caller, request, body.password)
        await removals.beginOrRefuse(caller.userId)
        await secondFactor.removeApp(await identityId(caller), body.code)
        return { app: false as const }
      },
    },
    replaceRecoveryCodes: {
      access: 'signed-in',
      summary: 'New recovery codes, with the password; the former no longer work',
      perMinute: 20,
      async handler({ caller, body, request }) {
        await reauthentication.require(caller, request, body.password)
        return { recoveryCodes: await secondFactor.newRecoveryCodes(await identityId(caller)) }
      },
    },
  }
}

function passwordEndpoints({
  auth,
  config,
  database,
  mailWorker,
  tokens,
  reauthentication,
  shopName,
}: SecurityDependencies): Some<'changePassword'> {
  const resetPage = config.publicUrl + urls.resetPassword()
  return {
    changePassword: {
      access: 'signed-in',
      summary:
        'Sets a new password, with the present one or soon after a log-in; signs out everywhere but here',
      perMinute: 20,
      async handler({ caller, body: { password, newPassword }, request }) {
        await reauthentication.require(caller, request, password)
        const token = await tokens.read(bearerToken(request)!)
        const identityId = await identityOf(database.db, caller.userId)
        const change = { caller, identityId, newPassword, sessionId: token?.sessionId }
        await changePassword({ auth, database, resetPage, shopName }, change)
        void mailWorker.wake()
        return { status: true as const }
      },
    },
  }
}

function sessionEndpoints({
  database: { db },
  tokens,
}: SecurityDependencies): Some<'listSessions' | 'endSession'> {
  return {
    listSessions: {
      access: 'signed-in',
      summary: 'Where the caller is signed in, newest first',
      async handler({ caller, request }) {
        const current = await tokens.read(bearerToken(request)!)
        const sessions = await sessionsOf(db, await identityOf(db, caller.userId))
        return sessions.map(({ id, userAgent, createdAt }) => ({
          _id: id,
          device: deviceName(userAgent),
          since: new Date(createdAt).toISOString(),
          current: id === current?.sessionId,
        }))
      },
    },
    endSession: {
      access: 'signed-in',
      summary: 'Signs one of the devices of the caller out, at once',
      async handler({ caller, params }) {
        const identityId = await identityOf(db, caller.userId)
        return { deletedCount: await endSession(db, { identityId, sessionId: params.id }) }
      },
    },
  }
}
