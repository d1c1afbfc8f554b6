import type { Database, Tx } from '~/platform/db/database.server.ts'

/**
 * The ids of all admins, whose rows are kept from others until the transaction ends. Whoever decides about people
 * begins here: two admins who remove each other at once come one after the other, and the second is no admin any more.
 */
export async function lockAdmins({ locking }: Pick<Database, 'locking'>, tx: Tx) {
  // In one order for everybody, so that nobody waits in a circle.
  const admins = await locking(
    tx.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id'),
  ).execute()
  return new Set(admins.map(({ id }) => id))
}
