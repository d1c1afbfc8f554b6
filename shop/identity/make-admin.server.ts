import type { Db } from '~/platform/db/database.server.ts'
import { upsertUser, userByEmail } from './store.server.ts'

/** Only for a verified address: both tables hold no other. */
export async function makeAdmin(db: Db, email: string) {
  const user = (await userByEmail(db, email)) ?? (await userOfAccount(db, email))
  if (!user)
    throw new Error(
      `Nobody has proven the address ${email} yet. Register with it, open the link in the mail, then try again.`,
    )
  if ('role' in user && user.role === 'admin') return `${email} is an admin already.`
  await db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
  return `${email} is an admin from the next click on.`
}

/** For somebody who has an account but was never signed in. */
async function userOfAccount(db: Db, email: string) {
  const account = await db
    .selectFrom('identity_users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return undefined
  const identity = { email, name: account.name, identityId: account.id, emailVerified: true }
  return upsertUser(db, { ...identity, sessionId: undefined, photo: undefined })
}
