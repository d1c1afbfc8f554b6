import { sql } from 'kysely'
import type { ApiTokenRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { days } from '~/platform/time.ts'
import { tokensRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Reauthentication } from '~/shop/identity/password/reauthenticate.server.ts'
import { lockAdmins, namesOfUsers } from '~/shop/identity/users.server.ts'
import type { NewToken } from './contract.ts'
import { refuse, tokensContract } from './contract.ts'
import { hashOfToken, newApiToken, revokeToken } from './tokens.server.ts'

const longestLifeMs = days(731)

type Dependencies = { database: Database; reauthentication: Reauthentication }

/** Tokens for scripts, tills and ERPs. A program that could make one would never have to leave again. */
export const tokensApi = ({ database, reauthentication }: Dependencies) =>
  endpoints(tokensRoutes, tokensContract, {
    listTokens: {
      access: 'people',
      programs: 'never',
      summary: 'The tokens of other programs, newest first, with when each was last used; ?q= looks in names',
      handler: ({ query }) => listTokens(database.db, query),
    },
    addToken: {
      access: 'people',
      programs: 'never',
      summary:
        'Makes a token for another program, which is answered this once; with the password or soon after a log-in',
      async handler({ body, caller, request }) {
        const expiresAt = endOf(body.endsOn)
        await reauthentication.require(caller, request, body.password)
        return addToken(database, caller, { ...body, expiresAt })
      },
    },
    revokeToken: {
      access: 'people',
      programs: 'never',
      summary: 'Revokes a token: its next request is a 401',
      async handler({ params, caller }) {
        const isDone = await database.change([], (tx) => revokeToken(tx, caller, params.id))
        if (isDone === undefined) throw refuse('unknown_api_token')
        return { modifiedCount: isDone ? 1 : 0 }
      },
    },
  })

async function listTokens(db: Db, query: ListQuery) {
  const list = {
    table: 'api_tokens',
    keys: ['created_at', 'id'],
    direction: 'desc',
    where: query.q ? [contains(sql`lower(name)`, query.q.toLowerCase())] : [],
  } as const
  const page = await readListPage<ApiTokenRow>(db, list, query)
  const makers = await namesOfUsers(db, [...new Set(page.rows.map((row) => row.user_id))])
  return page.map((row) => ({
    _id: row.id,
    name: row.name,
    role: row.role,
    lastLetters: row.last_letters,
    madeBy: makers.get(row.user_id) ?? '',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.last_used_at && { lastUsedAt: row.last_used_at }),
    ...(row.revoked_at && { revokedAt: row.revoked_at }),
  }))
}

/** The end of its last day, of UTC. */
function endOf(day: string) {
  const end = Date.parse(day) + days(1)
  if (end <= Date.now()) throw refuse('ends_in_the_past', { field: 'endsOn' })
  if (end > Date.now() + longestLifeMs) throw refuse('ends_too_late', { field: 'endsOn' })
  return new Date(end).toISOString()
}

type TokenToAdd = Omit<NewToken, 'password'> & { expiresAt: string }

async function addToken(database: Database, by: Caller, { name, role, expiresAt }: TokenToAdd) {
  const token = newApiToken()
  const insertedId = newId()
  await database.change([], async (tx) => {
    // Of an admin who is losing that role at this moment it would be one too many.
    if (!(await lockAdmins(database, tx)).has(by.userId)) throw refuse('only_admins')
    await tx
      .insertInto('api_tokens')
      .values({
        id: insertedId,
        name,
        role,
        token_hash: hashOfToken(token),
        last_letters: token.slice(-4),
        user_id: by.userId,
        created_at: new Date().toISOString(),
        expires_at: expiresAt,
        last_used_at: null,
        revoked_at: null,
      })
      .execute()
    await record(tx, by, { what: 'token made', subject: name, details: { role, until: expiresAt } })
  })
  return { insertedId, token }
}
