import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { changeRole, isUnverified, lockAdmins } from '~/shop/identity/users.server.ts'

export const mayNotPromote = 'You are not authorized to make this user an admin'
const noneMatched = { matchedCount: 0 }

/** Only for a verified address: otherwise the next to register it would inherit the role. */
export async function promoteToAdmin(database: Database, caller: Caller, email: string) {
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    if (!admins.has(caller.userId)) throw new Refusal(403, 'forbidden', mayNotPromote)
    if (await isUnverified(tx, email))
      throw new Refusal(409, 'unverified', 'This address has not been verified yet', undefined, noneMatched)
    if (await changeRole(tx, email, 'admin')) await record(tx, caller, { what: 'made admin', subject: email })
    else if (!(await userByEmail(tx, email)))
      throw new Refusal(404, 'unknown_user', 'There is no such user', undefined, noneMatched)
  })
}
