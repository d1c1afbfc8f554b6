import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { changeRole, lockAdmins } from '~/shop/identity/users.server.ts'
import { refuse } from './contract.ts'

const details = { matchedCount: 0 }

/** Roles are read at every request: from the next one on the user is a customer. */
export async function removeAdmin(database: Database, caller: Caller, email: string) {
  if (email === caller.email) throw refuse('remove_yourself', { details })
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // The caller's own row is locked and stays an admin, so the last admin is never removed.
    if (!admins.has(caller.userId)) throw refuse('may_not_remove_admin')
    if (await changeRole(tx, email, 'user'))
      await record(tx, caller, { what: 'admin removed', subject: email })
    else if (!(await userByEmail(tx, email))) throw refuse('nobody_to_promote', { details })
  })
}
