import type { Counters } from '~/platform/db/counters.server.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Log } from '~/platform/log.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { createSms } from '~/platform/sms/sms.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { createAuthenticators } from './second-factor/authenticators.server.ts'
import { createRecoveryCodes } from './second-factor/recovery-codes.server.ts'
import { readSecret } from './secret.server.ts'
import { createAccessTokens } from './session/access-token.server.ts'
import { createDeviceCookies } from './session/device-cookie.server.ts'
import { createIdentityTokens } from './session/identity-token.server.ts'
import { createAuth, createCodeHash } from './sign-in/auth.server.ts'
import type { LockedAccounts } from './sign-in/demo-accounts.server.ts'
import { demoAccounts, lockDemoAccounts, makeDemoAccounts } from './sign-in/demo-accounts.server.ts'
import type { Google } from './sign-in/google.server.ts'

type Parts = {
  config: Config
  database: Database
  log: Log
  postman: MailWorker
  google: Google | undefined
  counters: Counters
}

/** Everything that knows who somebody is, in one piece: the rest of the shop only asks it. */
export async function openIdentity(parts: Parts) {
  const { config, database, log } = parts
  const secret = await readSecret(database, config.dataDir)
  const sendSms = createSms(config, log)
  const hashCode = createCodeHash(secret)
  const authenticators = createAuthenticators(database.db, secret)
  const recoveryCodes = createRecoveryCodes(database, hashCode)
  const locked: LockedAccounts = new Set()
  const auth = createAuth({ ...parts, secret, sendSms, authenticators, recoveryCodes, locked })
  // Both are made once; two servers that start together must not make them twice.
  await database.exclusively(async () => {
    await auth.api.getJwks()
    if (config.demo) await makeDemoAccounts(database, auth)
    else await lockDemoAccounts(database, auth, locked)
  })
  return {
    auth,
    counters: parts.counters,
    secret,
    sendSms,
    hashCode,
    authenticators,
    recoveryCodes,
    devices: createDeviceCookies(secret, config),
    tokens: createAccessTokens(database, secret, locked),
    readIdentityToken: createIdentityTokens(auth, config, locked),
    lockedAccounts: demoAccounts.map(({ email }) => email).filter((email) => locked.has(email)),
  }
}
