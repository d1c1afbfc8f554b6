import type { BetterAuthPlugin } from 'better-auth'
import type { OAuthProvider } from 'better-auth/oauth2'
import { createAuthorizationURL, validateAuthorizationCode } from 'better-auth/oauth2'
import type { JWTPayload } from 'jose'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { longestName } from '../rules.ts'

export const googleDiscovery = 'https://accounts.google.com/.well-known/openid-configuration'
const scopes = ['openid', 'email', 'profile']
const longestWaitMs = 5000

export type Google = {
  clientId: string
  clientSecret: string
  /** A function, because a stand-in in this server has no address before the server listens. */
  discoveryUrl: () => string
}
type Discovered = {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  keys: ReturnType<typeof createRemoteJWKSet>
}

/**
 * Google by its discovery address, or a stand-in by the same code. better-auth's own plugin asks for the discovery at
 * start and drops the provider until the next start when it gets none; this one asks when somebody signs in.
 */
export const googleSignIn = (google: Google): BetterAuthPlugin => ({
  id: 'google-sign-in',
  init: ({ socialProviders }) => ({
    context: { socialProviders: [...socialProviders, googleProvider(google)] },
  }),
})

function googleProvider({ clientId, clientSecret, discoveryUrl }: Google): OAuthProvider<JWTPayload> {
  const options = { clientId, clientSecret }
  let known: Promise<Discovered> | undefined
  const discovered = () => {
    known ??= discover(discoveryUrl()).catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
  return {
    id: 'google',
    name: 'Google',
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub ?? '',
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const { authorizationEndpoint } = await discovered()
      const nonce = idTokenNonce!
      const prompt = 'select_account'
      const wish = { id: 'google', options, authorizationEndpoint, scopes, state, codeVerifier, redirectURI }
      return createAuthorizationURL({ ...wish, nonce, prompt })
    },
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const { tokenEndpoint } = await discovered()
      return validateAuthorizationCode({
        code,
        codeVerifier: codeVerifier!,
        redirectURI,
        options,
        tokenEndpoint,
      })
    },
    async getUserInfo({ idToken, expectedIdTokenNonce }) {
      const { issuer, keys } = await discovered()
      if (!idToken || !expectedIdTokenNonce) return null
      const algorithms = ['RS256', 'ES256']
      const { payload } = await jwtVerify(idToken, keys, { issuer, audience: clientId, algorithms })
      if (payload.nonce !== expectedIdTokenNonce) return null
      return { user: asUser(payload), data: payload }
    },
  }
}

const asUser = (claims: JWTPayload) => {
  const email = String(claims.email ?? '')
  return {
    email,
    emailVerified: claims.email_verified === true,
    name: String(claims.name ?? email.split('@')[0]).slice(0, longestName),
    ...(typeof claims.picture === 'string' && { image: claims.picture }),
  }
}

async function discover(address: string): Promise<Discovered> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(longestWaitMs) })
  if (!answer.ok) throw new Error(`The identity provider answers ${answer.status} at ${address}`)
  const found = (await answer.json()) as Record<string, string>
  return {
    issuer: found.issuer!,
    authorizationEndpoint: found.authorization_endpoint!,
    tokenEndpoint: found.token_endpoint!,
    keys: createRemoteJWKSet(new URL(found.jwks_uri!), { timeoutDuration: longestWaitMs }),
  }
}
