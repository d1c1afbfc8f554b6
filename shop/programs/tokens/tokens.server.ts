import { createHash, randomBytes } from 'node:crypto'
import type { ApiTokenRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller, Identify } from '~/platform/http/endpoint.server.ts'
import { bearerToken } from '~/platform/http/endpoint.server.ts'
import type { Log } from '~/platform/log.server.ts'
import { may } from '~/platform/roles.ts'
import { minutes } from '~/platform/time.ts'
import { record } from '~/shop/audit/record.server.ts'
import { userByEmail } from '~/shop/identity/store.server.ts'
import { userById } from '~/shop/identity/users.server.ts'

/** So that programs which look for lost secrets know one when they see it. */
const prefix = 'cpt_'
const format = /^cpt_[\w-]{43}$/
const useIsToTheMs = minutes(1)

/** 256 random bits, of which only the hash is stored: quick to check, and nothing to guess. */
export const newApiToken = () => prefix + randomBytes(32).toString('base64url')
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

type Dependencies = { database: Database; log: Log; lockedAccounts: string[] }

/**
 * Recognises the programs that an admin has let in, beside people, whom `identifyPerson` recognises. Everything is read at
 * every request: a token that was revoked, or whose maker is an admin no more, is nobody's from the next request on.
 */
export function identifyingPrograms(
  identifyPerson: Identify,
  { database, log, lockedAccounts }: Dependencies,
): Identify {
  return async (request) => {
    const token = bearerToken(request)
    if (!token?.startsWith(prefix)) return identifyPerson(request)
    return format.test(token) ? identifyProgram(token) : undefined
  }

  async function identifyProgram(token: string): Promise<Caller | undefined> {
    const row = await database.db
      .selectFrom('api_tokens')
      .selectAll()
      .where('token_hash', '=', hashOfToken(token))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirst()
    const maker = row && (await userById(database.db, row.user_id))
    if (!maker || !may(maker.role, 'people') || lockedAccounts.includes(maker.email)) return undefined
    await noteUse(row)
    return { userId: maker.id, email: maker.email, name: row.name, role: row.role, program: row.name }
  }

  /** Not at every request: reading a price must not cost a write. */
  async function noteUse({ id, last_used_at }: ApiTokenRow) {
    const before = new Date(Date.now() - useIsToTheMs).toISOString()
    if (last_used_at && last_used_at > before) return
    try {
      await database.db
        .updateTable('api_tokens')
        .set({ last_used_at: new Date().toISOString() })
        .where('id', '=', id)
        .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', before)]))
        .execute()
    } catch (err) {
      // A database that takes no changes can still be read.
      log.warn({ err, token: id }, 'that a token is in use could not be written')
    }
  }
}

/** With the admin who made them: they would have to trust somebody who is none any more. */
export async function revokeTokensOf(tx: Tx, email: string) {
  const user = await userByEmail(tx, email)
  if (!user) return
  await tx
    .updateTable('api_tokens')
    .set({ revoked_at: new Date().toISOString() })
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Whether this call revoked it. Undefined for one that never was. */
export async function revokeToken(tx: Tx, by: Caller, id: string) {
  const row = await tx
    .selectFrom('api_tokens')
    .select(['name', 'role'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { numUpdatedRows } = await tx
    .updateTable('api_tokens')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await record(tx, by, { what: 'token revoked', subject: row.name, details: { role: row.role } })
  return true
}

export const exportTokens = (db: Db, userId: string) =>
  db
    .selectFrom('api_tokens')
    .select(['name', 'role', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .execute()
