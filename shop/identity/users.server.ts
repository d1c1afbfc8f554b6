import type { UserRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Role } from '~/platform/roles.ts'
import { upsertUser, userByEmail } from './store.server.ts'

/** By address: its unique index pages the list. */
export const usersByEmail = { table: 'users', keys: ['email'], direction: 'asc' } as const

type ProfileChange = Pick<UserRow, 'name' | 'education' | 'location' | 'phone'>

export const updateProfile = (db: Db, userId: string, change: ProfileChange) =>
  db.updateTable('users').set(change).where('id', '=', userId).returningAll().executeTakeFirstOrThrow()

export const updatePhoto = (tx: Tx, userId: string, photo: string | null) =>
  tx.updateTable('users').set({ photo }).where('id', '=', userId).execute()

/** As a query, for use in another statement. */
export const photoOf = (db: Db | Tx, userId: string) =>
  db.selectFrom('users').select('photo').where('id', '=', userId)

/** Empty for who was deleted. */
export async function emailOf(db: Db | Tx, userId: string | null) {
  if (!userId) return ''
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return user?.email ?? ''
}

/** Undefined for who was deleted. */
export const userById = (db: Db | Tx, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** By their ids; without those who were deleted. */
export async function namesOfUsers(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The photos of profiles whose address matches the pattern. */
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
 * The ids of all admins; their rows are locked until the transaction ends. Every change of roles and every deletion starts
 * here: when two admins remove each other at once, the second one waits and is no longer an admin then.
 */
export async function lockAdmins({ locking }: Pick<Database, 'locking'>, tx: Tx) {
  // Always in the same order, to avoid deadlocks.
  const admins = await locking(
    tx.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id'),
  ).execute()
  return new Set(admins.map(({ id }) => id))
}

/** Whether this statement changed the role: of several at once exactly one does, so one entry is recorded. */
export async function changeRole(tx: Tx, email: string, { from, to }: { from: readonly Role[]; to: Role }) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role: to })
    .where('email', '=', email)
    .where('role', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Registered without opening the link, or unverified at our own provider. */
export async function isUnverified(tx: Tx, email: string) {
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

/** Only for a verified address: both tables hold no other. False for somebody who is an admin already. */
export async function makeAdmin(tx: Tx, email: string) {
  const user = (await userByEmail(tx, email)) ?? (await userOfAccount(tx, email))
  if (!user)
    throw new Error(
      `Nobody has proven the address ${email} yet. Register with it, open the link in the mail, then try again.`,
    )
  if ('role' in user && user.role === 'admin') return false
  await tx.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute()
  return true
}

/** For somebody who has an account but was never signed in. */
async function userOfAccount(tx: Tx, email: string) {
  const account = await tx
    .selectFrom('identity_users')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!account) return undefined
  const identity = { email, name: account.name, identityId: account.id, emailVerified: true }
  return upsertUser(tx, { ...identity, sessionId: undefined, photo: undefined })
}

export async function countAdmins(db: Db) {
  const { count } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  return Number(count)
}
