import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import type { IdentityUser } from './session/identity-token.server.ts'

type TokenClaims = { userId: string; sessionId: string | undefined }

/** Finds the user of a token in the database: nobody once the user is deleted or the session has ended. */
export function createCallerByToken({ db, prepare }: Pick<Database, 'db' | 'prepare'>) {
  const userQuery = ({ userId }: Pick<TokenClaims, 'userId'>) =>
    db.selectFrom('users').select(['id', 'email', 'name', 'role']).where('id', '=', userId)
  const byUser = prepare(userQuery)
  const bySession = prepare((token: { userId: string; sessionId: string; now: string }) =>
    userQuery(token).where((e) =>
      e.exists(
        e
          .selectFrom('identity_sessions')
          .select('identity_sessions.id')
          .where('identity_sessions.id', '=', token.sessionId)
          .whereRef('identity_sessions.userId', '=', 'users.identity_id')
          .where('expiresAt', '>', token.now),
      ),
    ),
  )
  return async ({ userId, sessionId }: TokenClaims): Promise<Caller | undefined> => {
    const now = new Date().toISOString()
    const [user] = sessionId ? await bySession({ userId, sessionId, now }) : await byUser({ userId })
    return user && { userId: user.id, email: user.email, name: user.name, role: user.role }
  }
}

export async function hasSession(db: Db, { identityId, sessionId }: IdentityUser) {
  const session = await db
    .selectFrom('identity_sessions')
    .select('id')
    .where('id', '=', sessionId!)
    .where('userId', '=', identityId)
    .where('expiresAt', '>', new Date().toISOString())
    .executeTakeFirst()
  return session !== undefined
}

/** A verified address identifies the user, whichever provider verified it. */
export const upsertUser = (db: Db | Tx, { email, name, photo, identityId }: IdentityUser) =>
  db
    .insertInto('users')
    .values({
      id: newId(),
      email,
      name,
      role: 'user',
      identity_id: identityId,
      photo: photo ?? null,
      education: null,
      location: null,
      phone: null,
      created_at: new Date().toISOString(),
    })
    .onConflict((c) => c.column('email').doUpdateSet({ identity_id: identityId }))
    .returning(['id', 'email', 'name', 'role'])
    .executeTakeFirstOrThrow()

export const userByEmail = (db: Db | Tx, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/**
 * Locks the row of a user while something is written for them, and deletion locks it first: so nothing is left behind for
 * a user who is deleted at the same moment.
 */
export const lockUser = ({ sharing }: Pick<Database, 'sharing'>, db: Db | Tx, userId: string) =>
  sharing(db.selectFrom('users').select('id').where('id', '=', userId))

export async function requireIdentity(database: Pick<Database, 'sharing'>, db: Db | Tx, userId: string) {
  if (!(await lockUser(database, db, userId).executeTakeFirst())) throw new Unauthenticated()
}

export const selectLockedUser = ({ locking }: Pick<Database, 'locking'>, tx: Db | Tx, userId: string) =>
  locking(tx.selectFrom('users').select('id').where('id', '=', userId))

export const lockIdentity = (database: Pick<Database, 'locking'>, tx: Tx, userId: string) =>
  selectLockedUser(database, tx, userId).executeTakeFirst()

export async function identityOf(db: Db, userId: string) {
  const user = await db
    .selectFrom('users')
    .select('identity_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.identity_id ?? ''
}

export const sessionsOf = (db: Db, identityId: string) =>
  db
    .selectFrom('identity_sessions')
    .select(['id', 'userAgent', 'createdAt'])
    .where('userId', '=', identityId)
    .where('expiresAt', '>', new Date().toISOString())
    .orderBy('createdAt', 'desc')
    .execute()

/** When the session started, in milliseconds; renewing a token does not count. */
export async function sessionStart(db: Db, sessionId: string) {
  const session = await db
    .selectFrom('identity_sessions')
    .select('createdAt')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session && new Date(session.createdAt).getTime()
}

/** Ends every access token of the session too. */
export async function endSession(
  db: Db,
  { identityId, sessionId }: { identityId: string; sessionId: string },
) {
  const { numDeletedRows } = await db
    .deleteFrom('identity_sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', identityId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the user and the account at our own provider with its sessions; orders and reviews are left to their areas. */
export async function deleteIdentity(tx: Tx | Db, email: string) {
  await tx.deleteFrom('identity_users').where('email', '=', email).execute()
  await tx.deleteFrom('registrations').where('email', '=', email).execute()
  const { numDeletedRows } = await tx.deleteFrom('users').where('email', '=', email).executeTakeFirst()
  return Number(numDeletedRows)
}
