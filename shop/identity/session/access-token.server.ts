import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { UserRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Identify } from '~/platform/http/allow.server.ts'
import { bearerToken } from '~/platform/http/allow.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { hours, inSeconds } from '~/platform/time.ts'
import type { LockedAccounts } from '../sign-in/demo-accounts.server.ts'
import { createCallerByToken } from '../store.server.ts'

const issuer = 'car-parts'
const audience = 'car-parts-api'
const algorithm = 'HS256'
export const tokenLastsSeconds = inSeconds(hours(1))

const mostKnown = 5000

type Claims = { userId: string; sessionId: string | undefined; endsAt: number }
export type AccessTokens = ReturnType<typeof createAccessTokens>

/**
 * The shop's own token says only who one is and by which session; whether that person still exists, is an admin and is
 * still signed in is read from the database at every request.
 */
export function createAccessTokens(
  database: Pick<Database, 'db' | 'prepare'>,
  secret: string,
  locked: LockedAccounts,
) {
  const callerByToken = createCallerByToken(database)
  // A key of its own, derived: what is signed with it can never pass for anything else the secret signs.
  const key = createHmac('sha256', secret).update('access tokens').digest()

  /** Email, name and role are for the browser to show and to guess by; the server never believes them. */
  const mint = (
    { id, email, name, role }: Pick<UserRow, 'id' | 'email' | 'name' | 'role'>,
    sessionId?: string,
  ) =>
    new SignJWT({
      email,
      name,
      ...(role === 'admin' && { admin: true }),
      ...(sessionId && { sid: sessionId }),
    })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime(`${tokenLastsSeconds}s`)
      .sign(key)

  /** Tokens that were found to be ours: their signatures stay right, so only their end is looked at again. */
  const known = new Map<string, Claims>()

  async function read(token: string) {
    const claims = known.get(token) ?? (await verified(token))
    return claims && claims.endsAt > Date.now() ? claims : undefined
  }

  async function verified(token: string): Promise<Claims | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, { issuer, audience, algorithms: [algorithm] })
      if (!payload.sub || !payload.exp) return undefined
      const claims = {
        userId: payload.sub,
        sessionId: payload.sid as string | undefined,
        endsAt: payload.exp * 1000,
      }
      if (known.size >= mostKnown) known.delete(known.keys().next().value!)
      known.set(token, claims)
      return claims
    } catch {
      return undefined
    }
  }

  async function callerWith(token: string): Promise<Caller | undefined> {
    const claims = await read(token)
    const caller = claims && (await callerByToken(claims))
    return caller && !locked.has(caller.email) ? caller : undefined
  }

  const identify: Identify = async (request) => {
    const token = bearerToken(request)
    return token ? callerWith(token) : undefined
  }
  return { mint, read, callerWith, identify }
}
