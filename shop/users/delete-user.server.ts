import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { deleteIdentity, userByEmail } from '~/shop/identity/store.server.ts'
import { lockAdmins } from '~/shop/identity/users.server.ts'

export const mayNotDelete = 'You are not authorized to delete this user'
const nobody = { deletedCount: 0 }

/** What other areas do when a person leaves: at once what needs others, then each takes the person out of its rows. */
export type OnUserDeleted = (userId: string) => Promise<{
  within(tx: Tx, by: Caller): Promise<void>
  after(): Promise<void>
}>

/** The person, the account and all sessions end together: on the next request nobody knows them any more. */
export async function deleteUser(database: Database, leaving: OnUserDeleted, caller: Caller, email: string) {
  if (email === caller.email)
    throw new Refusal(409, 'yourself', 'admins cannot delete themselves', undefined, nobody)
  const person = await userByEmail(database.db, email)
  if (!person) throw unknown()

  const goodbye = await leaving(person.id)
  await database.change(['products', 'reviews'], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // This admin's own row stays, and is locked: whoever is deleted now, it is never the last admin.
    if (!admins.has(caller.userId)) throw new Refusal(403, 'forbidden', mayNotDelete)
    await goodbye.within(tx, caller)
    await record(tx, caller, { what: 'user deleted', subject: email, details: { role: person.role } })
    if ((await deleteIdentity(tx, email)) === 0) throw unknown()
  })
  await goodbye.after()
}

const unknown = () => new Refusal(404, 'unknown_user', 'there is no such user', undefined, nobody)
