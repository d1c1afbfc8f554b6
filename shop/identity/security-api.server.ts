import { z } from 'zod'
import { bearerToken } from '~/platform/http/allow.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoint } from '~/platform/http/endpoint.server.ts'
import type { SendSms } from '~/platform/sms/sms.server.ts'
import { urls } from '~/shop/urls.ts'
import type { IdentityParts } from './api.server.ts'
import { Code, Password, Phone, SecondFactors, SignedInDevice, TypedPassword } from './contract.ts'
import { changePassword } from './password/password.server.ts'
import type { Reauthenticate } from './password/reauthenticate.server.ts'
import { maskedPhone } from './rules.ts'
import type { Authenticators } from './second-factor/authenticators.server.ts'
import type { RecoveryCodes } from './second-factor/recovery-codes.server.ts'
import { createSecondFactor } from './second-factor/second-factor.server.ts'
import { totpUri } from './second-factor/totp.server.ts'
import { deviceName } from './session/device.ts'
import { createAttempts } from './sign-in/attempts.server.ts'
import { endSession, identityOf, sessionsOf } from './store.server.ts'

type Parts = Pick<IdentityParts, 'auth' | 'config' | 'database' | 'postman' | 'tokens' | 'counters'> & {
  proof: Reauthenticate
  sendSms: SendSms | undefined
  hashCode: (code: string) => string
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
}

/** What a person can do for the safety of their own account. */
export const securityApi = (parts: Parts) => [
  ...authenticatorDoors(parts),
  ...secondFactorDoors(parts),
  ...passwordDoors(parts),
  ...sessionDoors(parts),
]

const codesPerPerson = 10

const PhoneAnswer = z.object({ phone: z.string().nullable() })
/** Shown this once. */
const Codes = z.array(z.string())

function secondFactorDoors({ database: { db }, proof, ...parts }: Parts) {
  const secondFactor = createSecondFactor(parts)
  const codes = createAttempts(parts.counters, 'codes to', codesPerPerson)
  const identity = (caller: Caller) => identityOf(db, caller.userId)
  return [
    endpoint({
      method: 'GET',
      path: '/api/second-factor',
      who: 'signed-in',
      summary: 'What is asked for at log-in beside the password: a phone, in part, or an authenticator app',
      answer: SecondFactors,
      act: async ({ caller }) => secondFactor.overview(await identity(caller)),
    }),
    endpoint({
      method: 'POST',
      path: '/api/second-factor/code',
      who: 'signed-in',
      summary:
        'Sends a code to a new phone, with the password, or without one to the present phone in order to remove it',
      body: z.object({ phone: Phone.optional(), password: TypedPassword }),
      answer: z.object({ sent: z.literal(true) }),
      perMinute: 20,
      async act({ caller, body, request }) {
        // A stolen token must not be enough to lock the owner out by a phone of the thief.
        if (body.phone) await proof.prove(caller, request, body.password)
        await codes.beginOrRefuse(caller.userId)
        await secondFactor.sendCode(await identity(caller), body.phone)
        return { sent: true as const }
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/api/second-factor',
      who: 'signed-in',
      summary: 'Enrols the phone that the code was sent to; the first factor comes with recovery codes',
      body: z.object({ code: Code }),
      answer: PhoneAnswer.extend({ recoveryCodes: Codes.optional() }),
      perMinute: 20,
      async act({ caller, body }) {
        const { phone, recoveryCodes } = await secondFactor.enrol(await identity(caller), body.code)
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
        await secondFactor.remove(await identity(caller), body.code)
        return { phone: null }
      },
    }),
  ]
}

function authenticatorDoors({ database: { db }, proof, ...parts }: Parts) {
  const secondFactor = createSecondFactor(parts)
  const removals = createAttempts(parts.counters, 'removal of app by', codesPerPerson)
  const identity = (caller: Caller) => identityOf(db, caller.userId)
  return [
    endpoint({
      method: 'POST',
      path: '/api/second-factor/app',
      who: 'signed-in',
      summary:
        'A new secret for an authenticator app, with the password; it counts once a code has confirmed it',
      body: z.object({ password: TypedPassword }),
      answer: z.object({ secret: z.string(), uri: z.string() }),
      perMinute: 20,
      async act({ caller, body, request }) {
        await proof.prove(caller, request, body.password)
        const secret = await secondFactor.beginApp(await identity(caller))
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
      answer: z.object({ app: z.literal(true), recoveryCodes: Codes.optional() }),
      perMinute: 20,
      async act({ caller, body }) {
        const recoveryCodes = await secondFactor.confirmApp(await identity(caller), body.code)
        return { app: true as const, ...(recoveryCodes && { recoveryCodes }) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/second-factor/app/remove',
      who: 'signed-in',
      summary: 'Removes the authenticator app, with the password and one of its codes or a recovery code',
      body: z.object({ password: TypedPassword, code: z.string().trim().min(1, 'Code is required').max(20) }),
      answer: z.object({ app: z.literal(false) }),
      perMinute: 20,
      async act({ caller, body, request }) {
        await proof.prove(caller, request, body.password)
        await removals.beginOrRefuse(caller.userId)
        await secondFactor.removeApp(await identity(caller), body.code)
        return { app: false as const }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/second-factor/recovery-codes',
      who: 'signed-in',
      summary: 'New recovery codes, with the password; the former no longer work',
      body: z.object({ password: TypedPassword }),
      answer: z.object({ recoveryCodes: Codes }),
      perMinute: 20,
      async act({ caller, body, request }) {
        await proof.prove(caller, request, body.password)
        return { recoveryCodes: await secondFactor.newRecoveryCodes(await identity(caller)) }
      },
    }),
  ]
}

function passwordDoors({ auth, config, database, postman, tokens, proof }: Parts) {
  const resetPage = config.publicUrl + urls.resetPassword()
  return [
    endpoint({
      method: 'POST',
      path: '/api/my-account/password',
      who: 'signed-in',
      summary:
        'Sets a new password, with the present one or soon after a log-in; signs out everywhere but here',
      body: z.object({ password: TypedPassword, newPassword: Password }),
      answer: z.object({ status: z.literal(true) }),
      perMinute: 20,
      async act({ caller, body: { password, newPassword }, request }) {
        await proof.prove(caller, request, password)
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

function sessionDoors({ database: { db }, tokens }: Parts) {
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
