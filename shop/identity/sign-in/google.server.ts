import type { BetterAuthPlugin } from 'better-auth'
import type { OAuthProvider } from 'better-auth/oauth2'
import { createAuthorizationURL, validateAuthorizationCode } from 'better-auth/oauth2'
import type { JWTPayload } from 'jose'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { longestName } from '../rules.ts'

export const googleDiscovery = 'https://accounts.google.com/.well-known/openid-configuration'
const scopes = ['openid', 'email', 'profile']
const timeoutMs = 5000

export type Google = {
  clientId: string
  clientSecret: string
  /** A function: a stand-in in this server has no address before the server listens. */
  discoveryUrl: () => string
}
type Endpoints = {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  keys: ReturnType<typeof createRemoteJWKSet>
}

/**
 * Google by its discovery document, or a stand-in by the same code. better-auth's own plugin reads the document at start
 * and drops the provider until the next start when that fails; this one reads it at the first sign-in.
 */
export const googleSignIn = (google: Google): BetterAuthPlugin => ({
  id: 'google-sign-in',
  init: ({ socialProviders }) => ({
    context: { socialProviders: [...socialProviders, googleProvider(google)] },
  }),
})

function googleProvider({ clientId, clientSecret, discoveryUrl }: Google): OAuthProvider<JWTPayload> {
  const options = { clientId, clientSecret }
  let cached: Promise<Endpoints> | undefined
  const endpoints = () => {
    cached ??= discover(discoveryUrl()).catch((error) => {
      cached = undefined
      throw error
    })
    return cached
  }
  return {
    id: 'google',
    name: 'Google',
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub ?? '',
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce }) {
      const { authorizationEndpoint } = await endpoints()
      const nonce = idTokenNonce!
      const prompt = 'select_account'
      const request = {
        id: 'google',
        options,
        authorizationEndpoint,
        scopes,
        state,
        codeVerifier,
        redirectURI,
      }
      return createAuthorizationURL({ ...request, nonce, prompt })
    },
    async validateAuthorizationCode({ code, codeVerifier, redirectURI }) {
      const { tokenEndpoint } = await endpoints()
      return validateAuthorizationCode({
        code,
        codeVerifier: codeVerifier!,
        redirectURI,
        options,
        tokenEndpoint,
      })
    },
    async getUserInfo({ idToken, expectedIdTokenNonce }) {
      const { issuer, keys } = await endpoints()
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

async function discover(address: string): Promise<Endpoints> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new Error(`The identity provider answers ${answer.status} at ${address}`)
  const found = (await answer.json()) as Record<string, string>
  return {
    issuer: found.issuer!,
    authorizationEndpoint: found.authorization_endpoint!,
    tokenEndpoint: found.token_endpoint!,
    keys: createRemoteJWKSet(new URL(found.jwks_uri!), { timeoutDuration: timeoutMs }),
  }
}
