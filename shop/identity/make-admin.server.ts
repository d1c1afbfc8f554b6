import type { Db } from '~/platform/db/database.server.ts'
import { upsertUser, userByEmail } from './store.server.ts'

/** Only somebody who has proven the address: both tables hold nobody else. */
export async function makeAdmin(db: Db, email: string) {
  const user = (await userByEmail(db, email)) ?? (await registered(db, email))
  if (!user)
    throw new Error(
      `Nobody has proven the address ${email} yet. Register with it, open the link in the mail, then try again.`,
    )
  if ('role' in user && user.role === 'admin') return `${email} is an admin already.`
  await db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
  return `${email} is an admin from the next click on.`
}

/** Has an account, but was never in the shop. */
async function registered(db: Db, email: string) {
  const account = await db
    .selectFrom('identity_users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return undefined
  const person = { email, name: account.name, identityId: account.id, emailVerified: true }
  return upsertUser(db, { ...person, sessionId: undefined, photo: undefined })
}
