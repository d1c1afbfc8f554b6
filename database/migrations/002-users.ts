import type { Kysely } from 'kysely'
import { PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('user', 'admin')`))
    .addColumn('identity_id', 'text')
    .addColumn('photo', 'text')
    .addColumn('education', 'text')
    .addColumn('location', 'text')
    .addColumn('phone', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()

  // Who asked for an account and has not yet proven the address.
  await db.schema
    .createTable('registrations')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()

  await identityTables(db)
}

/** The tables of better-auth keep its own spelling and its own types for times and yes-no. */
async function identityTables(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const time = postgres ? 'timestamptz' : 'date'
  const yesNo = postgres ? 'boolean' : 'integer'

  await db.schema
    .createTable('identity_users')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('emailVerified', yesNo, (c) => c.notNull())
    .addColumn('image', 'text')
    .addColumn('phoneNumber', 'text')
    .addColumn('twoFactorEnabled', yesNo)
    .addColumn('createdAt', time, (c) => c.notNull())
    .addColumn('updatedAt', time, (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('identity_sessions')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('userId', 'text', (c) => c.notNull().references('identity_users.id').onDelete('cascade'))
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('expiresAt', time, (c) => c.notNull())
    .addColumn('ipAddress', 'text')
    .addColumn('userAgent', 'text')
    .addColumn('createdAt', time, (c) => c.notNull())
    .addColumn('updatedAt', time, (c) => c.notNull())
    .execute()
  await indexed(db, 'identity_sessions', 'userId')

  await db.schema
    .createTable('identity_accounts')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('userId', 'text', (c) => c.notNull().references('identity_users.id').onDelete('cascade'))
    .addColumn('accountId', 'text', (c) => c.notNull())
    .addColumn('providerId', 'text', (c) => c.notNull())
    .addColumn('accessToken', 'text')
    .addColumn('refreshToken', 'text')
    .addColumn('idToken', 'text')
    .addColumn('accessTokenExpiresAt', time)
    .addColumn('refreshTokenExpiresAt', time)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('createdAt', time, (c) => c.notNull())
    .addColumn('updatedAt', time, (c) => c.notNull())
    .addUniqueConstraint('identity_accounts_once', ['providerId', 'accountId'])
    .execute()
  await indexed(db, 'identity_accounts', 'userId')

  await db.schema
    .createTable('identity_verifications')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('identifier', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('expiresAt', time, (c) => c.notNull())
    .addColumn('createdAt', time, (c) => c.notNull())
    .addColumn('updatedAt', time, (c) => c.notNull())
    .execute()
  await indexed(db, 'identity_verifications', 'identifier')

  await db.schema
    .createTable('identity_keys')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('publicKey', 'text', (c) => c.notNull())
    .addColumn('privateKey', 'text', (c) => c.notNull())
    .addColumn('createdAt', time, (c) => c.notNull())
    .addColumn('expiresAt', time)
    .addColumn('alg', 'text')
    .addColumn('crv', 'text')
    .execute()

  await db.schema
    .createTable('identity_second_factors')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('userId', 'text', (c) => c.notNull().references('identity_users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('backupCodes', 'text', (c) => c.notNull())
    .addColumn('verified', yesNo)
    .addColumn('failedVerificationCount', 'integer')
    .addColumn('lockedUntil', time)
    .execute()
  await indexed(db, 'identity_second_factors', 'userId')
  await indexed(db, 'identity_second_factors', 'secret')
}

const indexed = (db: Kysely<unknown>, table: string, column: string) =>
  db.schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute()
