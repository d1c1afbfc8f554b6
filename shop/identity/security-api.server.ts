import { z } from 'zod'
import { bearerToken } from '~/platform/http/allow.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import type { SendSms } from '~/platform/sms/sms.server.ts'
import { urls } from '~/shop/urls.ts'
import type { IdentityApiDependencies } from './api.server.ts'
import { Code, CurrentPassword, Password, Phone, SecondFactors, SignedInDevice } from './contract.ts'
import { changePassword } from './password/password.server.ts'
import type { Reauthentication } from './password/reauthenticate.server.ts'
import { maskedPhone } from './rules.ts'
import type { Authenticators } from './second-factor/authenticators.server.ts'
import type { RecoveryCodes } from './second-factor/recovery-codes.server.ts'
import { createSecondFactor } from './second-factor/second-factor.server.ts'
import { totpUri } from './second-factor/totp.server.ts'
import { deviceName } from './session/device.ts'
import { createAttempts } from './sign-in/attempts.server.ts'
import { endSession, identityOf, sessionsOf } from './store.server.ts'

type SecurityDependencies = Pick<
  IdentityApiDependencies,
  'auth' | 'config' | 'database' | 'postman' | 'tokens' | 'counters'
> & {
  reauthentication: Reauthentication
  sendSms: SendSms | undefined
  hashCode: (code: string) => string
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
}

/** Password, second factors and sessions of the caller's own account. */
export const securityApi = (dependencies: SecurityDependencies) => [
  ...authenticatorEndpoints(dependencies),
  ...secondFactorEndpoints(dependencies),
  ...passwordEndpoints(dependencies),
  ...sessionEndpoints(dependencies),
]

const mostPerUser = 10

const PhoneAnswer = z.object({ phone: z.string().nullable() })
/** Shown once. */
const RecoveryCodeList = z.array(z.string())

function secondFactorEndpoints({
  database: { db },
  reauthentication,
  ...dependencies
}: SecurityDependencies) {
  const secondFactor = createSecondFactor(dependencies)
  const codes = createAttempts(dependencies.counters, 'codes to', mostPerUser)
  const identityId = (caller: Caller) => identityOf(db, caller.userId)
  return [
    endpoint({
      method: 'GET',
      path: '/api/second-factor',
      who: 'signed-in',
      summary: 'What is asked for at log-in beside the password: a phone, in part, or an authenticator app',
      answer: SecondFactors,
      act: async ({ caller }) => secondFactor.overview(await identityId(caller)),
    }),
    endpoint({
      method: 'POST',
      path: '/api/second-factor/code',
      who: 'signed-in',
      summary:
        'Sends a code to a new phone, with the password, or without one to the present phone in order to remove it',
      body: z.object({ phone: Phone.optional(), password: CurrentPassword }),
      answer: z.object({ sent: z.literal(true) }),
      perMinute: 20,
      async act({ caller, body, request }) {
        // A stolen token must not be enough to lock the owner out with the thief's phone.
        if (body.phone) await reauthentication.require(caller, request, body.password)
        await codes.beginOrRefuse(caller.userId)
        await secondFactor.sendCode(await identityId(caller), body.phone)
        return { sent: true as const }
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/api/second-factor',
      who: 'signed-in',
      summary: 'Enrols the phone that the code was sent to; the first factor comes with recovery codes',
      body: z.object({ code: Code }),
      answer: PhoneAnswer.extend({ recoveryCodes: RecoveryCodeList.optional() }),
      perMinute: 20,
      async act({ caller, body }) {
        const { phone, recoveryCodes } = await secondFactor.enrol(await identityId(caller), body.code)
        return { phone: maskedPhone(phone), ...(recoveryCodes && { recoveryCodes }) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/second-factor/remove',
      who: 'signed-in',
      summary: 'Removes the phone, with a code sent to it',
      body: z.object({ code: Code }),
      answer: PhoneAnswer,
      perMinute: 20,
      async act({ caller, body }) {
        await secondFactor.remove(await identityId(caller), body.code)
        return { phone: null }
      },
    }),
  ]
}

function authenticatorEndpoints({
  database: { db },
  reauthentication,
  ...dependencies
}: SecurityDependencies) {
  const secondFactor = createSecondFactor(dependencies)
  const removals = createAttempts(dependencies.counters, 'removal of app by', mostPerUser)
  const identityId = (caller: Caller) => identityOf(db, caller.userId)
  return [
    endpoint({
      method: 'POST',
      path: '/api/second-factor/app',
      who: 'signed-in',
      summary:
        'A new secret for an authenticator app, with the password; it counts once a code has confirmed it',
      body: z.object({ password: CurrentPassword }),
      answer: z.object({ secret: z.string(), uri: z.string() }),
      perMinute: 20,
      async act({ caller, body, request }) {
        await reauthentication.require(caller, request, body.password)
        const secret = await secondFactor.beginApp(await identityId(caller))
        return { secret, uri: totpUri(secret, caller.email) }
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/api/second-factor/app',
      who: 'signed-in',
      summary:
        'Sets the authenticator app up with its first code; the first factor comes with recovery codes',
      body: z.object({ code: Code }),
      answer: z.object({ app: z.literal(true), recoveryCodes: RecoveryCodeList.optional() }),
      perMinute: 20,
      async act({ caller, body }) {
        const recoveryCodes = await secondFactor.confirmApp(await identityId(caller), body.code)
        return { app: true as const, ...(recoveryCodes && { recoveryCodes }) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/second-factor/app/remove',
      who: 'signed-in',
      summary: 'Removes the authenticator app, with the password and one of its codes or a recovery code',
      body: z.object({
        password: CurrentPassword,
        code: z.string().trim().min(1, 'Code is required').max(20),
      }),
      answer: z.object({ app: z.literal(false) }),
      perMinute: 20,
      async act({ caller, body, request }) {
        await reauthentication.require(caller, request, body.password)
        await removals.beginOrRefuse(caller.userId)
        await secondFactor.removeApp(await identityId(caller), body.code)
        return { app: false as const }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/second-factor/recovery-codes',
      who: 'signed-in',
      summary: 'New recovery codes, with the password; the former no longer work',
      body: z.object({ password: CurrentPassword }),
      answer: z.object({ recoveryCodes: RecoveryCodeList }),
      perMinute: 20,
      async act({ caller, body, request }) {
        await reauthentication.require(caller, request, body.password)
        return { recoveryCodes: await secondFactor.newRecoveryCodes(await identityId(caller)) }
      },
    }),
  ]
}

function passwordEndpoints({
  auth,
  config,
  database,
  postman,
  tokens,
  reauthentication,
}: SecurityDependencies) {
  const resetPage = config.publicUrl + urls.resetPassword()
  return [
    endpoint({
      method: 'POST',
      path: '/api/my-account/password',
      who: 'signed-in',
      summary:
        'Sets a new password, with the present one or soon after a log-in; signs out everywhere but here',
      body: z.object({ password: CurrentPassword, newPassword: Password }),
      answer: z.object({ status: z.literal(true) }),
      perMinute: 20,
      async act({ caller, body: { password, newPassword }, request }) {
        await reauthentication.require(caller, request, password)
        const token = await tokens.read(bearerToken(request)!)
        const identityId = await identityOf(database.db, caller.userId)
        const change = { caller, identityId, newPassword, sessionId: token?.sessionId }
        await changePassword({ auth, database, resetPage }, change)
        void postman.hurry()
        return { status: true as const }
      },
    }),
  ]
}

function sessionEndpoints({ database: { db }, tokens }: SecurityDependencies) {
  return [
    endpoint({
      method: 'GET',
      path: '/api/sessions',
      who: 'signed-in',
      summary: 'Where the caller is signed in, newest first',
      answer: z.array(SignedInDevice),
      async act({ caller, request }) {
        const current = await tokens.read(bearerToken(request)!)
        const sessions = await sessionsOf(db, await identityOf(db, caller.userId))
        return sessions.map(({ id, userAgent, createdAt }) => ({
          _id: id,
          device: deviceName(userAgent),
          since: new Date(createdAt).toISOString(),
          current: id === current?.sessionId,
        }))
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/api/sessions/:id',
      who: 'signed-in',
      summary: 'Signs one of the devices of the caller out, at once',
      params: z.object({ id: z.string() }),
      answer: z.object({ deletedCount: z.number() }),
      async act({ caller, params }) {
        const identityId = await identityOf(db, caller.userId)
        return { deletedCount: await endSession(db, { identityId, sessionId: params.id }) }
      },
    }),
  ]
}
