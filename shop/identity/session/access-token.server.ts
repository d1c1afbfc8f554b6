import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { UserRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { Caller, Identify } from '~/platform/http/endpoint.server.ts'
import { bearerToken } from '~/platform/http/endpoint.server.ts'
import { hours, inSeconds } from '~/platform/time.ts'
import type { LockedAccounts } from '../demo-accounts.server.ts'
import { createCallerByToken } from '../store.server.ts'

const issuer = 'car-parts'
const audience = 'car-parts-api'
const algorithm = 'HS256'
export const tokenLastsSeconds = inSeconds(hours(1))

const mostVerified = 5000

type Claims = { userId: string; sessionId: string | undefined; endsAt: number }
export type AccessTokens = ReturnType<typeof createAccessTokens>

/**
 * The shop's own token names the user and the session. Whether the user still exists, their role and whether they are still signed in
 * are read from the database at every request.
 */
export function createAccessTokens(
  database: Pick<Database, 'db' | 'prepare'>,
  secret: string,
  locked: LockedAccounts,
) {
  const findCaller = createCallerByToken(database)
  // A derived key: an access token can never pass for anything else that the secret signs.
  const key = createHmac('sha256', secret).update('access tokens').digest()

  /** Email, name and role are for display in the browser; the server never trusts them. */
  const mint = (
    { id, email, name, role }: Pick<UserRow, 'id' | 'email' | 'name' | 'role'>,
    sessionId?: string,
  ) =>
    new SignJWT({
      email,
      name,
      role,
      ...(sessionId && { sid: sessionId }),
    })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime(`${tokenLastsSeconds}s`)
      .sign(key)

  /** Verified tokens: a signature stays valid, so only the expiry is checked again. */
  const verifiedTokens = new Map<string, Claims>()

  async function read(token: string) {
    const claims = verifiedTokens.get(token) ?? (await verify(token))
    return claims && claims.endsAt > Date.now() ? claims : undefined
  }

  async function verify(token: string): Promise<Claims | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, { issuer, audience, algorithms: [algorithm] })
      if (!payload.sub || !payload.exp) return undefined
      const claims = {
        userId: payload.sub,
        sessionId: payload.sid as string | undefined,
        endsAt: payload.exp * 1000,
      }
      if (verifiedTokens.size >= mostVerified) verifiedTokens.delete(verifiedTokens.keys().next().value!)
      verifiedTokens.set(token, claims)
      return claims
    } catch {
      return undefined
    }
  }

  async function callerOf(token: string): Promise<Caller | undefined> {
    const claims = await read(token)
    const caller = claims && (await findCaller(claims))
    return caller && !locked.has(caller.email) ? caller : undefined
  }

  const identify: Identify = async (request) => {
    const token = bearerToken(request)
    return token ? callerOf(token) : undefined
  }
  return { mint, read, callerOf, identify }
}
