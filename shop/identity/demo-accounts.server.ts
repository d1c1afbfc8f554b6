import type { Database } from '~/platform/db/database.server.ts'
import type { Auth } from './auth.server.ts'
import { upsertUser } from './store.server.ts'

export const demoAccounts = [
  { email: 'admin@carparts.example', password: 'Admin1234', name: 'Demo Admin', role: 'admin' },
  { email: 'customer@carparts.example', password: 'Customer1234', name: 'Demo Customer', role: 'user' },
] as const

/** For the log-in page of a demo. */
export const shownDemoAccounts = demoAccounts.map(({ email, password, role }) => ({
  email,
  password,
  hint: role === 'admin' ? 'runs the shop' : 'orders and pays',
}))

/** Accounts with publicly known passwords, by address and by id at the identity provider. */
export type LockedAccounts = Set<string>

/** Only in a shop without any user: a deleted demo account stays deleted. */
export async function makeDemoAccounts({ db }: Database, auth: Auth) {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const { internalAdapter, password: hasher } = await auth.$context
  for (const { email, password, name, role } of demoAccounts) {
    const existing = await internalAdapter.findUserByEmail(email)
    const user =
      existing?.user ??
      (await internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'email-password' }))
    if (!existing)
      await internalAdapter.createAccount({
        userId: user.id,
        providerId: 'credential',
        accountId: user.id,
        password: await hasher.hash(password),
      })
    const identity = { email, name, identityId: user.id, emailVerified: true }
    await upsertUser(db, { ...identity, sessionId: undefined, photo: undefined })
    await db.updateTable('users').set({ role }).where('email', '=', email).execute()
  }
}

/**
 * In a shop that is no longer a demo: accounts that still have the known password are locked, and their sessions and
 * mailed links end. A new password, or the next start as a demo, unlocks them.
 */
export async function lockDemoAccounts({ db }: Database, auth: Auth, locked: LockedAccounts) {
  const { internalAdapter, password: hasher } = await auth.$context
  for (const { email, password } of demoAccounts) {
    const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
    const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
    if (!found || !hash || !(await hasher.verify({ hash, password }))) continue
    const { id } = found.user
    locked.add(email).add(id)
    await db.deleteFrom('identity_sessions').where('userId', '=', id).execute()
    await db.deleteFrom('identity_verifications').where('value', '=', id).execute()
  }
}
