import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { deleteIdentity, userByEmail } from '~/shop/identity/store.server.ts'
import { lockAdmins } from '~/shop/identity/users.server.ts'
import { refuse } from './contract.ts'

/** What the other areas do: first calls to providers, then `within` the transaction, then `after` it. */
export type OnUserDeleted = (
  userId: string,
  leaving?: Leaving,
) => Promise<{
  within(tx: Tx, by: Caller): Promise<void>
  after(): Promise<void>
}>

/** What goes only if its owner wants that. */
type Leaving = { withReviews: boolean }

/** Deletes user, account and sessions together: the next request of that user is a 401. */
export async function deleteUser(
  database: Database,
  onUserDeleted: OnUserDeleted,
  caller: Caller,
  email: string,
) {
  if (email === caller.email) throw refuse('delete_yourself')
  const user = await userByEmail(database.db, email)
  if (!user) throw refuse('nobody_to_delete')

  const areas = await onUserDeleted(user.id)
  await database.change(['stock', 'reviews_total', 'part_ratings', 'part_answers'], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // The caller's own row is locked and stays, so the last admin is never deleted.
    if (!admins.has(caller.userId)) throw refuse('may_not_delete')
    await areas.within(tx, caller)
    await record(tx, caller, { what: 'user deleted', subject: email, details: { role: user.role } })
    if ((await deleteIdentity(tx, email)) === 0) throw refuse('nobody_to_delete')
  })
  await areas.after()
}

/** All personal data of a user, as plain data. */
export type ExportPersonalData = (user: Caller) => Promise<Record<string, unknown>>

/** Like the deletion by an admin, but the address is removed everywhere, even from the audit trail. */
export async function deleteOwnAccount(
  database: Database,
  onUserDeleted: OnUserDeleted,
  caller: Caller,
  leaving: Leaving,
) {
  const areas = await onUserDeleted(caller.userId, leaving)
  await database.change(['stock', 'reviews_total', 'part_ratings', 'part_answers'], async (tx) => {
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
