import { createHmac } from 'node:crypto'
import type { BetterAuthOptions } from 'better-auth'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { bearer, jwt, twoFactor } from 'better-auth/plugins'
import type { Counters } from '~/platform/db/counters.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import type { SendSms } from '~/platform/sms/sms.server.ts'
import { days, hours, inSeconds } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import { codeText, resetMail } from '../mails.ts'
import { verification } from '../registration/registration.server.ts'
import type { Authenticators } from '../second-factor/authenticators.server.ts'
import type { RecoveryCodes } from '../second-factor/recovery-codes.server.ts'
import { secondFactorAnswers } from '../second-factor/second-factor-answer.server.ts'
import { secondFactorForGoogle } from '../second-factor/second-factor-challenge.server.ts'
import { noteSmsFailure } from '../second-factor/sms-failures.server.ts'
import { identityUrls } from '../urls.ts'
import type { LockedAccounts } from './demo-accounts.server.ts'
import type { Google } from './google.server.ts'
import { googleSignIn } from './google.server.ts'

export const identityPath = '/identity'
export const identityIssuer = 'car-parts-identity'
export const identityAudience = 'car-parts-shop'
/** Written by our own server from the connection itself; whatever a client sends under this name is dropped. */
export const addressHeader = 'x-client-address'

const codeLastsMinutes = 5

/** What a stranger sent from elsewhere is refused, which is no fault of ours, and its text is the stranger's own. */
const refusedAddress = /^Invalid (origin|\w+URL)(?=: )/

export type Auth = ReturnType<typeof createAuth>
type AuthParts = {
  config: Config
  database: Database
  log: Log
  secret: string
  postman: MailWorker
  /** Undefined where no SMS can be sent. */
  sendSms: SendSms | undefined
  authenticators: Authenticators
  recoveryCodes: RecoveryCodes
  counters: Counters
  google: Google | undefined
  locked: LockedAccounts
}

/** One-time codes are short: without the secret, a stolen table would give them away. */
export const createCodeHash = (secret: string) => (code: string) =>
  createHmac('sha256', secret).update(`one-time code ${code}`).digest('base64url')

/** The embedded identity provider: accounts, passwords, sessions, Google, second factor. */
export function createAuth(parts: AuthParts) {
  const auth = betterAuth(options(parts))
  return auth
}

/** Apart from `createAuth`, so that a test can compare the tables it wants with those we make. */
export function options({
  config,
  database,
  log,
  secret,
  postman,
  sendSms,
  google,
  locked,
  ...parts
}: AuthParts) {
  const hashCode = createCodeHash(secret)
  return {
    appName: 'Car Parts',
    basePath: identityPath,
    baseURL: config.hasPublicUrl ? config.publicUrl : anyNameOfThisMachine(config),
    secret: createHmac('sha256', secret).update('identity provider').digest('base64url'),
    database: { db: database.db, type: database.engine },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => {
        const [refused] = refusedAddress.exec(message) ?? []
        if (level === 'error' && !refused) log.error(message)
        else log.debug(refused ?? message)
      },
    },
    onAPIError: {
      errorURL: identityUrls.provider.popupDone(),
      onError: (error) => {
        const isRefusal = error instanceof APIError && error.statusCode < 500
        if (!isRefusal) log.error({ err: error }, 'the identity provider failed')
      },
    },
    // Our own limits count by the real address and by account; see identity-http.server.ts.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'car-parts',
      useSecureCookies: config.publicUrl.startsWith('https:'),
      // Said aloud, because better-auth leaves these checks out whenever it believes to be in a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    user: {
      modelName: 'identity_users',
      additionalFields: { phoneNumber: { type: 'string', required: false, input: false } },
    },
    databaseHooks: {
      user: {
        create: {
          // An address that its own provider does not vouch for opens no account here.
          before: async ({ emailVerified }) => {
            if (!emailVerified) throw new APIError('FORBIDDEN', { code: 'email_not_verified' })
          },
        },
      },
      session: {
        create: {
          // Every way of logging in ends here: by password, by Google, by code.
          before: async ({ userId }) => {
            if (locked.has(userId)) throw new APIError('FORBIDDEN', { code: 'DEMO_ACCOUNT' })
          },
        },
      },
    },
    session: { modelName: 'identity_sessions', expiresIn: inSeconds(days(7)), updateAge: inSeconds(days(1)) },
    account: { modelName: 'identity_accounts', encryptOAuthTokens: true },
    verification: { modelName: 'identity_verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: inSeconds(hours(1)),
      sendResetPassword: async ({ user, token }) => {
        if (locked.has(user.id)) return
        const link = config.publicUrl + identityUrls.newPassword(token)
        await queueMail(database.db, resetMail({ to: user.email, name: user.name, link }))
        void postman.hurry()
      },
    },
    plugins: [
      jwt({
        schema: { jwks: { modelName: 'identity_keys' } },
        disableSettingJwtHeader: true,
        jwt: {
          issuer: identityIssuer,
          audience: identityAudience,
          expirationTime: '5m',
          definePayload: ({ user, session }) => ({
            sid: session.id,
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
            picture: user.image ?? undefined,
          }),
        },
      }),
      bearer(),
      twoFactor({
        twoFactorTable: 'identity_second_factors',
        totpOptions: { disable: true },
        otpOptions: {
          period: codeLastsMinutes,
          storeOTP: { hash: async (code) => hashCode(code) },
          ...(sendSms && {
            sendOTP: async (
              { user, otp }: { user: object; otp: string },
              ctx?: { request?: Request | undefined },
            ) => {
              const { phoneNumber } = user as { phoneNumber?: string }
              if (phoneNumber)
                await noteSmsFailure(ctx?.request, sendSms({ to: phoneNumber, text: codeText(otp) }))
            },
          }),
        },
      }),
      verification(database, config),
      secondFactorAnswers({ ...parts, sendsSms: sendSms !== undefined }),
      ...(google ? [googleSignIn(google), secondFactorForGoogle()] : []),
    ],
  } satisfies BetterAuthOptions
}

const anyNameOfThisMachine = ({ publicUrl, host }: Config) => ({
  allowedHosts: ['localhost', '127.0.0.1', host].flatMap((name) => [name, `${name}:*`]),
  protocol: 'http' as const,
  fallback: publicUrl,
})
