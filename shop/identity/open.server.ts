import type { Counters } from '~/platform/db/counters.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { createSms } from '~/platform/sms/sms.server.ts'
import type { Config } from '~/shop/config.server.ts'
import type { PasswordHasher } from './auth.server.ts'
import { authCall, createAuth, createCodeHash } from './auth.server.ts'
import type { LockedAccounts } from './demo-accounts.server.ts'
import { demoAccounts, lockDemoAccounts, makeDemoAccounts } from './demo-accounts.server.ts'
import { codeText, resetMail } from './mails.ts'
import { verification } from './registration/registration.server.ts'
import { createAuthenticators } from './second-factor/authenticators.server.ts'
import { createCodeLimits, limitedCodes } from './second-factor/code-limits.server.ts'
import { createRecoveryCodes } from './second-factor/recovery-codes.server.ts'
import { secondFactorAnswers, secondFactorForGoogle } from './second-factor/second-factor-answer.server.ts'
import { readSecret } from './secret.server.ts'
import { createAccessTokens } from './session/access-token.server.ts'
import { createDeviceCookies } from './session/device-cookie.server.ts'
import { createIdentityTokens } from './session/identity-token.server.ts'
import type { Google } from './sign-in/google.server.ts'
import { googleSignIn } from './sign-in/google.server.ts'

type IdentityDependencies = {
  config: Config
  database: Database
  log: Log
  mailWorker: MailWorker
  google: Google | undefined
  counters: Counters
  passwords?: PasswordHasher | undefined
  /** What it is called now. */
  shopName: () => string
}

/** Accounts, sign-in, sessions and tokens: what the rest of the shop needs to know who is calling. */
export async function openIdentity({
  config,
  database,
  log,
  mailWorker,
  google,
  counters,
  passwords,
  shopName,
}: IdentityDependencies) {
  const secret = await readSecret(database, config.dataDir)
  const sendSms = createSms(config, log)
  const hashCode = createCodeHash(secret)
  const codeLimits = createCodeLimits({ database, mailWorker, config })
  const authenticators = createAuthenticators(database.db, secret)
  const recoveryCodes = createRecoveryCodes(database, hashCode)
  const locked: LockedAccounts = new Set()
  const auth = createAuth({
    config,
    database,
    log,
    secret,
    locked,
    passwords,
    async sendResetLink(mail) {
      await queueMail(database.db, resetMail({ ...mail, shopName: shopName() }))
      void mailWorker.wake()
    },
    sendCode: sendSms && ((phone, code) => sendSms({ to: phone, text: codeText(shopName(), code) })),
    plugins: [
      limitedCodes(codeLimits),
      verification(database, config),
      secondFactorAnswers({ authenticators, recoveryCodes, counters, sendsSms: sendSms !== undefined }),
      ...(google ? [googleSignIn(google), secondFactorForGoogle()] : []),
    ],
  })
  // Signing keys and demo accounts are made once; two servers that start together must not make them twice.
  await database.withLock(() =>
    authCall(async () => {
      await auth.api.getJwks()
      if (config.demo) await makeDemoAccounts(database, auth)
      else await lockDemoAccounts(database, auth, locked)
    }),
  )
  return {
    shopName,
    auth,
    counters,
    secret,
    sendSms,
    codeLimits,
    hashCode,
    authenticators,
    recoveryCodes,
    devices: createDeviceCookies(secret, config),
    tokens: createAccessTokens(database, secret, locked),
    readIdentityToken: createIdentityTokens(auth, config, locked),
    lockedAccounts: demoAccounts.map(({ email }) => email).filter((email) => locked.has(email)),
  }
}
