import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from 'jose'
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import type { Config } from '~/shop/config.server.ts'
import { longestName } from '../rules.ts'
import type { Auth } from '../sign-in/auth.server.ts'
import { identityAudience, identityIssuer } from '../sign-in/auth.server.ts'
import type { LockedAccounts } from '../sign-in/demo-accounts.server.ts'

/** Somebody whom an identity provider vouches for. */
export type IdentityUser = {
  identityId: string
  /** Only our own provider has sessions that we can see. */
  sessionId: string | undefined
  email: string
  emailVerified: boolean
  name: string
  photo: string | undefined
}
export type ReadIdentityToken = (token: string) => Promise<IdentityUser | undefined>

const asymmetric = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** Believes our own provider and, if one is configured, an external one; nobody else, and no unsigned token. */
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
      const claims = await verified(token, ownKeys, { issuer, audience: identityAudience })
      return claims && typeof claims.sid === 'string' ? person(claims, claims.sub!, claims.sid) : undefined
    }
    if (external && issuer === external.issuer) {
      const claims = await verified(token, external.keys, external)
      // With the issuer in front, nobody there can pass for somebody of ours.
      return claims && person(claims, `${issuer}|${claims.sub}`)
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

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: { issuer: string; audience: string },
) {
  try {
    const requiredClaims = ['exp', 'sub', 'email']
    const wanted = { issuer, audience, algorithms: asymmetric, requiredClaims }
    return (await jwtVerify(token, keys, wanted)).payload
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

function person(claims: JWTPayload, identityId: string, sessionId?: string): IdentityUser | undefined {
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

/** Read once, and again when a token names a key that is not among them: several servers share the keys. */
function keysOf(auth: Auth): JWTVerifyGetKey {
  let known: JWTVerifyGetKey | undefined
  const read = async () => {
    known = createLocalJWKSet((await auth.api.getJwks()) as unknown as JSONWebKeySet)
    return known
  }
  return async (header, token) => {
    try {
      return await (known ?? (await read()))(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return (await read())(header, token)
    }
  }
}
