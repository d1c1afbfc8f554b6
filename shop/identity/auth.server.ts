import type { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac } from 'node:crypto'
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from '@better-auth/core/context'
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { bearer, jwt, twoFactor } from 'better-auth/plugins'
import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { days, hours, inSeconds } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import type { LockedAccounts } from './demo-accounts.server.ts'
import { identityUrls } from './urls.ts'

/** Of a session that is not used. */
export const sessionMs = days(7)

export const identityPath = '/identity'
export const identityIssuer = 'car-parts-identity'
export const identityAudience = 'car-parts-shop'
/** Set by our own server from the connection itself; a value that a client sends under this name is dropped. */
export const addressHeader = 'x-client-address'

const codeLastsMinutes = 5

/** What any request can bring about is no fault of ours, and the rest of the message is a stranger's text. */
const refusedRequest =
  /^(Invalid (origin|\w+URL)(?=: )|Blocked cross-site navigation|INVALID_CALLBACK_REQUEST|State not found|OAuth issuer mismatch)/

/** A log-in that came back from nowhere; an error without such a code is one of ours. */
const isForeignState = (message: string, error: unknown) =>
  message === 'Failed to parse state' && /^state_/.test((error as { code?: string } | undefined)?.code ?? '')

export type Auth = ReturnType<typeof createAuth>
export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}
export type AuthDependencies = {
  config: Config
  database: Database
  log: Log
  secret: string
  locked: LockedAccounts
  sendResetLink: (mail: { to: string; name: string; link: string }) => Promise<void>
  /** Undefined where no SMS can be sent. */
  sendCode: ((phone: string, code: string) => Promise<void>) | undefined
  /** Better-auth's own unless given. */
  passwords?: PasswordHasher | undefined
  /** Registration, second factor and Google, each from its own folder. */
  plugins: BetterAuthPlugin[]
}

/** One-time codes are short: without the secret, a stolen table would give them away. */
export const createCodeHash = (secret: string) => (code: string) =>
  createHmac('sha256', secret).update(`one-time code ${code}`).digest('base64url')

/** The embedded identity provider: accounts, passwords, sessions, and what its plugins add. */
export function createAuth(dependencies: AuthDependencies) {
  const auth = betterAuth(options(dependencies))
  return auth
}

/** Apart from `createAuth`, so that a test can compare the tables better-auth needs with those of our migrations. */
export function options({
  config,
  database,
  log,
  secret,
  locked,
  sendResetLink,
  sendCode,
  passwords,
  plugins,
}: AuthDependencies) {
  const hashCode = createCodeHash(secret)
  return {
    basePath: identityPath,
    baseURL: config.hasPublicUrl ? config.publicUrl : loopbackHosts(config),
    secret: createHmac('sha256', secret).update('identity provider').digest('base64url'),
    database: { db: database.db, type: database.engine },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message, error) => {
        const [refused] = refusedRequest.exec(message) ?? []
        // So it reports that the other provider did not take the code of a log-in.
        if (message === '')
          log.warn({ status: (error as { status?: number })?.status }, 'a log-in elsewhere was not confirmed')
        else if (level === 'error' && !refused && !isForeignState(message, error)) log.error(message)
        else log.debug(refused ?? message)
      },
    },
    onAPIError: {
      errorURL: identityUrls.popupDone(),
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
      // Explicit, because better-auth skips these checks whenever it thinks it runs in a test.
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
          // Google's word for the address is needed: an unverified one opens no account.
          before: async ({ emailVerified }) => {
            if (!emailVerified) throw new APIError('FORBIDDEN', { code: 'email_not_verified' })
          },
        },
      },
      session: {
        create: {
          // Every log-in ends here: by password, by Google, by code.
          before: async ({ userId }) => {
            if (locked.has(userId)) throw new APIError('FORBIDDEN', { code: 'DEMO_ACCOUNT' })
          },
        },
      },
    },
    session: {
      modelName: 'identity_sessions',
      expiresIn: inSeconds(sessionMs),
      updateAge: inSeconds(days(1)),
    },
    account: { modelName: 'identity_accounts', encryptOAuthTokens: true },
    verification: { modelName: 'identity_verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      ...(passwords && { password: passwords }),
      disableSignUp: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: inSeconds(hours(1)),
      sendResetPassword: async ({ user, token }) => {
        if (locked.has(user.id)) return
        const link = config.publicUrl + identityUrls.newPassword(token)
        await sendResetLink({ to: user.email, name: user.name, link })
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
          ...(sendCode && {
            sendOTP: async (
              { user, otp }: { user: object; otp: string },
              ctx?: { request?: Request | undefined },
            ) => {
              const { phoneNumber } = user as { phoneNumber?: string }
              if (phoneNumber)
                await sendCode(phoneNumber, otp).catch((error: unknown) => noteFailure(ctx?.request, error))
            },
          }),
        },
      }),
      ...plugins,
    ],
  } satisfies BetterAuthOptions
}

const loopbackHosts = ({ publicUrl, host }: Config) => ({
  allowedHosts: ['localhost', '127.0.0.1', host].flatMap((name) => [name, `${name}:*`]),
  protocol: 'http' as const,
  fallback: publicUrl,
})

/**
 * better-auth only logs that a code could not be sent, and answers as if it had been. The failure is stored beside the
 * request that caused it, so that our own answer can report it.
 */
const failures = new WeakMap<Request, unknown>()

export const failureOf = (request: Request) => failures.get(request)

export function noteFailure(request: Request | undefined, error: unknown) {
  if (request) failures.set(request, error)
}

let running = 0

/**
 * better-auth follows its calls with AsyncLocalStorage. Before Node 24, every promise of the process is dearer from its
 * first use on, until it is disabled: so it is, whenever none of these calls is running.
 */
export async function authCall<T>(call: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return await call()
  } finally {
    running -= 1
    if (running === 0) await disableStorages()
  }
}

async function disableStorages() {
  const storages = await Promise.all([
    getCurrentAuthContextAsyncLocalStorage(),
    getCurrentDBAdapterAsyncLocalStorage(),
    getRequestStateAsyncLocalStorage(),
  ])
  // Another call may have begun meanwhile.
  if (running === 0) for (const storage of storages as AsyncLocalStorage<unknown>[]) storage.disable()
}
