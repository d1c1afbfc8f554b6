import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { lockAdmins } from './admins.server.ts'

export const mayNotPromote = 'You are not authorized to make this user an admin'
const nobody = { matchedCount: 0 }

/** Only somebody who has proven the address: else whoever registers it next would inherit the role. */
export async function promoteToAdmin(database: Database, caller: Caller, email: string) {
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    if (!admins.has(caller.userId)) throw new Refusal(403, 'forbidden', mayNotPromote)
    if (await isUnproven(tx, email))
      throw new Refusal(409, 'unverified', 'This address has not been verified yet', undefined, nobody)
    if (await promote(tx, email)) await record(tx, caller, { what: 'made admin', subject: email })
    else if (!(await userByEmail(tx, email)))
      throw new Refusal(404, 'unknown_user', 'There is no such user', undefined, nobody)
  })
}

/** Whether this statement is the one that changed the role: of several at once exactly one is, so one is recorded. */
async function promote(tx: Tx, email: string) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', email)
    .where('role', '<>', 'admin')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Registered without having followed the link, or known to our own provider without proof. */
async function isUnproven(tx: Tx, email: string) {
  const identity = await tx
    .selectFrom('identity_users')
    .select('emailVerified')
    .where('email', '=', email)
    .executeTakeFirst()
  if (identity) return !identity.emailVerified
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (user) return false
  const registration = await tx
    .selectFrom('registrations')
    .select('email')
    .where('email', '=', email)
    .executeTakeFirst()
  return registration !== undefined
}
