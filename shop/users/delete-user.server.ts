import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/http/refusal.ts'
import { removePerson, userByEmail } from '~/shop/identity/store.server.ts'
import { lockAdmins } from './admins.server.ts'

export const mayNotDelete = 'You are not authorized to delete this user'
const nobody = { deletedCount: 0 }

/** What other areas have to do when a person leaves; each takes the person out of its own rows. */
export type Leaving = {
  /** Before anything is decided, outside of the transaction. */
  before(userId: string): Promise<void>
  within(tx: Tx, userId: string, byUser: string): Promise<void>
  after(userId: string): Promise<void>
}

/** The person, the account and all sessions end together: on the next request nobody knows them any more. */
export async function deleteUser(database: Database, leaving: Leaving, caller: Caller, email: string) {
  if (email === caller.email) throw mayNotGo('you cannot delete yourself')
  const person = await userByEmail(database.db, email)
  if (!person) throw unknown()

  await leaving.before(person.id)
  await database.change(['products', 'reviews'], async (tx) => {
    const admins = await lockAdmins(database, tx)
    // With this admin's own row locked and kept, at least one admin is left whoever is deleted.
    if (!admins.has(caller.userId)) throw new Refusal(403, 'forbidden', mayNotDelete)
    if (admins.size === 1 && admins.has(person.id)) throw mayNotGo('the shop needs an admin')
    await leaving.within(tx, person.id, caller.userId)
    if ((await removePerson(tx, email)) === 0) throw unknown()
  })
  await leaving.after(person.id)
}

const mayNotGo = (why: string) => new Refusal(409, 'needed', why, undefined, nobody)
const unknown = () => new Refusal(404, 'unknown_user', 'there is no such user', undefined, nobody)
