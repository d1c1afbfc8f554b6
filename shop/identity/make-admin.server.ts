import type { Tx } from '~/platform/db/database.server.ts'
import { upsertUser, userByEmail } from './store.server.ts'

/** Only for a verified address: both tables hold no other. False for somebody who is an admin already. */
export async function makeAdmin(tx: Tx, email: string) {
  const user = (await userByEmail(tx, email)) ?? (await userOfAccount(tx, email))
  if (!user)
    throw new Error(
      `Nobody has proven the address ${email} yet. Register with it, open the link in the mail, then try again.`,
    )
  if ('role' in user && user.role === 'admin') return false
  await tx.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
  return true
}

/** For somebody who has an account but was never signed in. */
async function userOfAccount(tx: Tx, email: string) {
  const account = await tx
    .selectFrom('identity_users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return undefined
  const identity = { email, name: account.name, identityId: account.id, emailVerified: true }
  return upsertUser(tx, { ...identity, sessionId: undefined, photo: undefined })
}
