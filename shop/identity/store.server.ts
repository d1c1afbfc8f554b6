import type { Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'

/** The person of a token, as they are now: gone with their row, and with the session that the token came from. */
export async function callerByToken(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
): Promise<Caller | undefined> {
  let query = db.selectFrom('users').select(['id', 'email', 'name', 'role']).where('id', '=', userId)
  if (sessionId)
    query = query.where((e) =>
      e.exists(
        e
          .selectFrom('identity_sessions')
          .select('identity_sessions.id')
          .where('identity_sessions.id', '=', sessionId)
          .whereRef('identity_sessions.userId', '=', 'users.identity_id')
          .where('expiresAt', '>', new Date().toISOString()),
      ),
    )
  const user = await query.executeTakeFirst()
  return user && { userId: user.id, email: user.email, name: user.name, admin: user.role === 'admin' }
}
