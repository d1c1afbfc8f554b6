import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server.ts'
import type { ExportPersonalData } from '~/shop/users/own-account.server.ts'

/**
 * All that the shop holds on one person, area by area. Left out are hashes and tokens, which are secrets and not facts,
 * and what only points at an order that is in it.
 */
export const exportPersonalData =
  (db: Db): ExportPersonalData =>
  async ({ userId, email }) => {
    const { identity_id: identityId, ...profile } = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const one = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
      (await query.execute(db)).rows
    const [account] = await one(
      sql`select name, email, "emailVerified", image, "phoneNumber", "twoFactorEnabled", "createdAt", "updatedAt"
          from identity_users where id = ${identityId}`,
    )
    return {
      profile,
      account: account ?? null,
      waysToLogIn: await one(
        sql`select "providerId", scope, "createdAt" from identity_accounts where "userId" = ${identityId}`,
      ),
      authenticatorApps: await one(
        sql`select created_at, confirmed_at from authenticators where identity_id = ${identityId}`,
      ),
      sessions: await one(
        sql`select "ipAddress", "userAgent", "createdAt", "expiresAt" from identity_sessions where "userId" = ${identityId}`,
      ),
      orders: await db
        .selectFrom('orders')
        .selectAll()
        .where('customer_id', '=', userId)
        .orderBy('created_at')
        .execute(),
      payments: await db
        .selectFrom('payments')
        .selectAll()
        .where('owner_id', '=', userId)
        .orderBy('created_at')
        .execute(),
      reviews: await db.selectFrom('reviews').selectAll().where('author_id', '=', userId).execute(),
      messages: await db.selectFrom('contact_messages').selectAll().where('email', '=', email).execute(),
      newsletter: await db
        .selectFrom('newsletter_subscriptions')
        .selectAll()
        .where('email', '=', email)
        .execute(),
      mailsOnTheirWay: await db
        .selectFrom('mails')
        .select(['subject', 'body', 'created_at'])
        .where('recipient', '=', email)
        .execute(),
      deeds: await db
        .selectFrom('audit_entries')
        .select(['at', 'what', 'subject', 'details'])
        .where((e) => e.or([e('user_id', '=', userId), e('subject', '=', email)]))
        .execute(),
    }
  }
