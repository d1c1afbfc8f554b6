import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from 'jose'
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import type { Config } from '~/shop/config.server.ts'
import type { Auth } from '../auth.server.ts'
import { authCall, identityAudience, identityIssuer } from '../auth.server.ts'
import type { LockedAccounts } from '../demo-accounts.server.ts'
import { longestName } from '../rules.ts'

/** A user as an identity provider's token describes them. */
export type IdentityUser = {
  identityId: string
  /** Only of our own provider: sessions elsewhere are not visible. */
  sessionId: string | undefined
  email: string
  emailVerified: boolean
  name: string
  photo: string | undefined
}
export type ReadIdentityToken = (token: string) => Promise<IdentityUser | undefined>

const asymmetric = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** Accepts signed tokens of our own provider and, if configured, of an external one. */
export function createIdentityTokens(
  auth: Auth,
  { externalIdentity }: Config,
  locked: LockedAccounts,
): ReadIdentityToken {
  const ownKeys = keysOf(auth)
  const external = externalIdentity && {
    ...externalIdentity,
    keys: createRemoteJWKSet(new URL(externalIdentity.jwksUrl), { timeoutDuration: 5000 }),
  }

  return async (token) => {
    const found = await readToken(token)
    return found && !locked.has(found.email) ? found : undefined
  }

  async function readToken(token: string) {
    const issuer = claimedIssuer(token)
    if (issuer === identityIssuer) {
      const claims = await verify(token, ownKeys, { issuer, audience: identityAudience })
      return claims && typeof claims.sid === 'string'
        ? identityUser(claims, claims.sub!, claims.sid)
        : undefined
    }
    if (external && issuer === external.issuer) {
      const claims = await verify(token, external.keys, external)
      // Prefixed with the issuer, an id there can never equal one of ours.
      return claims && identityUser(claims, `${issuer}|${claims.sub}`)
    }
    return undefined
  }
}

function claimedIssuer(token: string) {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

async function verify(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: { issuer: string; audience: string },
) {
  try {
    const requiredClaims = ['exp', 'sub', 'email']
    const expected = { issuer, audience, algorithms: asymmetric, requiredClaims }
    return (await jwtVerify(token, keys, expected)).payload
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

function identityUser(claims: JWTPayload, identityId: string, sessionId?: string): IdentityUser | undefined {
  const email = normalEmail(String(claims.email))
  if (!claims.sub || emailProblem(email)) return undefined
  return {
    identityId,
    sessionId,
    email,
    emailVerified: claims.email_verified === true,
    name: String(claims.name || email.split('@')[0]).slice(0, longestName),
    photo: typeof claims.picture === 'string' ? claims.picture : undefined,
  }
}

/** Cached, and read again when a token names an unknown key: several servers share the keys. */
function keysOf(auth: Auth): JWTVerifyGetKey {
  let cached: JWTVerifyGetKey | undefined
  const read = async () => {
    cached = createLocalJWKSet((await authCall(() => auth.api.getJwks())) as unknown as JSONWebKeySet)
    return cached
  }
  return async (header, token) => {
    try {
      return await (cached ?? (await read()))(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return (await read())(header, token)
    }
  }
}
