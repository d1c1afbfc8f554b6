import type { Database } from '~/platform/db/database.server.ts'
import type { Auth } from './auth.server.ts'
import { welcomePerson } from './store.server.ts'

export const demoAccounts = [
  { email: 'admin@carparts.example', password: 'Admin1234', name: 'Demo Admin', role: 'admin' },
  { email: 'customer@carparts.example', password: 'Customer1234', name: 'Demo Customer', role: 'user' },
] as const

/** Only in a shop that never had anybody: a demo account that was deleted stays deleted. */
export async function makeDemoAccounts({ db }: Database, auth: Auth) {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const { internalAdapter, password: hasher } = await auth.$context
  for (const { email, password, name, role } of demoAccounts) {
    const known = await internalAdapter.findUserByEmail(email)
    const user =
      known?.user ??
      (await internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'email-password' }))
    if (!known)
      await internalAdapter.createAccount({
        userId: user.id,
        providerId: 'credential',
        accountId: user.id,
        password: await hasher.hash(password),
      })
    const person = { email, name, identityId: user.id, emailVerified: true }
    await welcomePerson(db, { ...person, sessionId: undefined, photo: undefined })
    await db.updateTable('users').set({ role }).where('email', '=', email).execute()
  }
}
