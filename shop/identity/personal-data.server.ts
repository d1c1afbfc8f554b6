import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'

/** Left out are hashes and tokens, which are secrets and not facts. */
export async function exportIdentityData(db: Db, userId: string) {
  const { identity_id: identityId, ...profile } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const rowsOf = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
    (await query.execute(db)).rows
  const [account] = await rowsOf(
    sql`select name, email, "emailVerified", image, "phoneNumber", "twoFactorEnabled", "createdAt", "updatedAt"
        from identity_users where id = ${identityId}`,
  )
  return {
    profile,
    account: account ?? null,
    waysToLogIn: await rowsOf(
      sql`select "providerId", scope, "createdAt" from identity_accounts where "userId" = ${identityId}`,
    ),
    authenticatorApps: await rowsOf(
      sql`select created_at, confirmed_at from authenticators where identity_id = ${identityId}`,
    ),
    sessions: await rowsOf(
      sql`select "ipAddress", "userAgent", "createdAt", "expiresAt" from identity_sessions where "userId" = ${identityId}`,
    ),
  }
}

/** Sessions, mailed links and registrations whose time is over. */
export async function deleteExpiredIdentityData(db: Db, now: number) {
  const before = new Date(now).toISOString()
  for (const table of ['identity_sessions', 'identity_verifications'])
    await sql`delete from ${sql.table(table)} where "expiresAt" < ${before}`.execute(db)
  await db.deleteFrom('registrations').where('expires_at', '<', before).execute()
}
