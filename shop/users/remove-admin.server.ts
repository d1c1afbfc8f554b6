import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { changeRole, lockAdmins } from '~/shop/identity/users.server.ts'

export const mayNotRemoveAdmin = 'You are not authorized to remove this admin'
const noneMatched = { matchedCount: 0 }

/** Roles are read at every request: from the next one on the user is a customer. */
export async function removeAdmin(database: Database, caller: Caller, email: string) {
  if (email === caller.email)
    throw new Refusal(
      409,
      'yourself',
      'Admins cannot remove themselves: another admin can',
      undefined,
      noneMatched,
    )
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // The caller's own row is locked and stays an admin, so the last admin is never removed.
    if (!admins.has(caller.userId)) throw new Refusal(403, 'forbidden', mayNotRemoveAdmin)
    if (await changeRole(tx, email, 'user'))
      await record(tx, caller, { what: 'admin removed', subject: email })
    else if (!(await userByEmail(tx, email)))
      throw new Refusal(404, 'unknown_user', 'There is no such user', undefined, noneMatched)
  })
}
