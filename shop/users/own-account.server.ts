import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { deleteIdentity } from '~/shop/identity/store.server.ts'
import { lockAdmins } from '~/shop/identity/users.server.ts'
import { refuse } from './contract.ts'
import type { OnUserDeleted } from './delete-user.server.ts'

/** All personal data of a user, as plain data. */
export type ExportPersonalData = (user: Caller) => Promise<Record<string, unknown>>

/** Like the deletion by an admin, but the address is removed everywhere, even from the audit trail. */
export async function deleteOwnAccount(database: Database, onUserDeleted: OnUserDeleted, caller: Caller) {
  const areas = await onUserDeleted(caller.userId)
  await database.change(['products', 'reviews'], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // The caller may have become an admin a moment ago.
    if (admins.has(caller.userId)) throw refuse('delete_yourself')
    await areas.within(tx, caller)
    const anonymous = { ...caller, email: '' }
    await record(tx, anonymous, { what: 'account deleted', subject: caller.userId })
    await deleteIdentity(tx, caller.email)
  })
  await areas.after()
}
