import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { changeRole, lockAdmins } from '~/shop/identity/users.server.ts'

export const mayNotRemoveAdmin = 'You are not authorized to remove this admin'
const nobody = { matchedCount: 0 }

/** Roles are read at every request: on the next one this person is a customer. */
export async function removeAdmin(database: Database, caller: Caller, email: string) {
  if (email === caller.email)
    throw new Refusal(
      409,
      'yourself',
      'Admins cannot remove themselves: another admin can',
      undefined,
      nobody,
    )
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // This admin's own row stays one, and is locked: whoever is removed now, it is never the last.
    if (!admins.has(caller.userId)) throw new Refusal(403, 'forbidden', mayNotRemoveAdmin)
    if (await changeRole(tx, email, 'user'))
      await record(tx, caller, { what: 'admin removed', subject: email })
    else if (!(await userByEmail(tx, email)))
      throw new Refusal(404, 'unknown_user', 'There is no such user', undefined, nobody)
  })
}
