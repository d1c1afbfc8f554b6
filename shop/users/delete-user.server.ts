import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import { deleteIdentity, userByEmail } from '~/shop/identity/store.server.ts'
import { lockAdmins } from '~/shop/identity/users.server.ts'

export const mayNotDelete = 'You are not authorized to delete this user'
const noneDeleted = { deletedCount: 0 }

/** What the other areas do: first calls to providers, then `within` the transaction, then `after` it. */
export type OnUserDeleted = (userId: string) => Promise<{
  within(tx: Tx, by: Caller): Promise<void>
  after(): Promise<void>
}>

/** Deletes user, account and sessions together: the next request of that user is a 401. */
export async function deleteUser(
  database: Database,
  onUserDeleted: OnUserDeleted,
  caller: Caller,
  email: string,
) {
  if (email === caller.email)
    throw new Refusal(409, 'yourself', 'admins cannot delete themselves', undefined, noneDeleted)
  const user = await userByEmail(database.db, email)
  if (!user) throw unknownUser()

  const areas = await onUserDeleted(user.id)
  await database.change(['products', 'reviews'], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // The caller's own row is locked and stays, so the last admin is never deleted.
    if (!admins.has(caller.userId)) throw new Refusal(403, 'forbidden', mayNotDelete)
    await areas.within(tx, caller)
    await record(tx, caller, { what: 'user deleted', subject: email, details: { role: user.role } })
    if ((await deleteIdentity(tx, email)) === 0) throw unknownUser()
  })
  await areas.after()
}

const unknownUser = () => new Refusal(404, 'unknown_user', 'there is no such user', undefined, noneDeleted)
