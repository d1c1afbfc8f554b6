import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { changeRole, isUnverified, lockAdmins } from '~/shop/identity/users.server.ts'
import { refuse } from './contract.ts'

const details = { matchedCount: 0 }

/** Only for a verified address: otherwise the next to register it would inherit the role. */
export async function promoteToAdmin(database: Database, caller: Caller, email: string) {
  await database.change([], async (tx) => {
    const admins = await lockAdmins(database, tx)
    if (!admins.has(caller.userId)) throw refuse('may_not_promote')
    if (await isUnverified(tx, email)) throw refuse('unverified', { details })
    if (await changeRole(tx, email, 'admin')) await record(tx, caller, { what: 'made admin', subject: email })
    else if (!(await userByEmail(tx, email))) throw refuse('nobody_to_promote', { details })
  })
}
