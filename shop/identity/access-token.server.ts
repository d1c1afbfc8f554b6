import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Db } from '~/platform/db/database.server.ts'
import type { Identify } from '~/platform/http/allow.server.ts'
import { bearerToken } from '~/platform/http/allow.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { callerByToken } from './store.server.ts'

const issuer = 'car-parts'
const audience = 'car-parts-api'
const algorithm = 'HS256'
export const tokenLastsSeconds = 60 * 60

export type AccessTokens = ReturnType<typeof createAccessTokens>

/**
 * The shop's own token says only who one is and by which session; whether that person still exists, is an admin and is
 * still signed in is read from the database at every request.
 */
export function createAccessTokens(db: Db, secret: string) {
  // A key of its own, derived: what is signed with it can never pass for anything else the secret signs.
  const key = createHmac('sha256', secret).update('access tokens').digest()

  /** Name and email are for the browser to show; the server never believes them. */
  const mint = ({ id, email, name }: { id: string; email: string; name: string }, sessionId?: string) =>
    new SignJWT({ email, name, ...(sessionId && { sid: sessionId }) })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(id)
      .setIssuedAt()
      .setExpirationTime(`${tokenLastsSeconds}s`)
      .sign(key)

  async function read(token: string) {
    try {
      const { payload } = await jwtVerify(token, key, { issuer, audience, algorithms: [algorithm] })
      if (!payload.sub || !payload.exp) return undefined
      return { userId: payload.sub, sessionId: payload.sid as string | undefined }
    } catch {
      return undefined
    }
  }

  async function callerWith(token: string): Promise<Caller | undefined> {
    const claims = await read(token)
    return claims && callerByToken(db, claims)
  }

  const identify: Identify = async (request) => {
    const token = bearerToken(request)
    return token ? callerWith(token) : undefined
  }
  return { mint, read, callerWith, identify }
}
