import type { Database } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { deleteIdentity } from '~/shop/identity/store.server.ts'
import { lockAdmins } from '~/shop/identity/users.server.ts'
import type { OnUserDeleted } from './delete-user.server.ts'

/** All that the shop holds on a person, as plain data. */
export type ExportPersonalData = (person: Caller) => Promise<Record<string, unknown>>

export const adminsStay = 'admins cannot delete themselves'

/** The same end as by an admin's hand; but nobody's address stays behind, not even in the audit trail. */
export async function deleteOwnAccount(database: Database, leaving: OnUserDeleted, caller: Caller) {
  const goodbye = await leaving(caller.userId)
  await database.change(['products', 'reviews'], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // Whoever became an admin a moment ago.
    if (admins.has(caller.userId)) throw new Refusal(409, 'yourself', adminsStay)
    await goodbye.within(tx, caller)
    const nameless = { ...caller, email: '' }
    await record(tx, nameless, { what: 'account deleted', subject: caller.userId })
    await deleteIdentity(tx, caller.email)
  })
  await goodbye.after()
}
