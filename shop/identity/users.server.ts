import type { UserRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'

/** By address: its unique index cuts the page. */
export const usersByEmail = { table: 'users', keys: ['email'], direction: 'asc' } as const

type ProfileChange = Pick<UserRow, 'name' | 'education' | 'location' | 'phone'>

export const updateProfile = (db: Db, userId: string, change: ProfileChange) =>
  db.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirstOrThrow()

export const updatePhoto = (tx: Tx, userId: string, photo: string | null) =>
  tx.updateTable('users').set({ photo }).where('id', '=', userId).execute()

/** As a query, to be a part of another statement. */
export const photoOf = (db: Db | Tx, userId: string) =>
  db.selectFrom('users').select('photo').where('id', '=', userId)

/** Of these addresses of pictures those that a profile shows. */
export async function photosLike(db: Db, pattern: string) {
  const rows = await db
    .selectFrom('users')
    .select('photo')
    .where('photo', 'is not', null)
    .where('photo', 'like', pattern)
    .execute()
  return rows.map(({ photo }) => photo!)
}

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

/** Whether this statement is the one that changed the role: of several at once exactly one is, so one is recorded. */
export async function changeRole(tx: Tx, email: string, role: UserRow['role']) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role })
    .where('email', '=', email)
    .where('role', '<>', role)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Registered without having followed the link, or known to our own provider without proof. */
export async function isUnproven(tx: Tx, email: string) {
  const identity = await tx
    .selectFrom('identity_users')
    .select('emailVerified')
    .where('email', '=', email)
    .executeTakeFirst()
  if (identity) return !identity.emailVerified
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (user) return false
  const registration = await tx
    .selectFrom('registrations')
    .select('email')
    .where('email', '=', email)
    .executeTakeFirst()
  return registration !== undefined
}
