import { storedToken, tokenKey } from './stored-token.ts'

/** Throws nothing when there is nothing to forget; a browser without storage can only not stay signed in. */
export function storeToken(token: string | undefined) {
  if (!token && storedToken() === undefined) return
  if (token) localStorage.setItem(tokenKey, token)
  else localStorage.removeItem(tokenKey)
}

/** Whether this browser keeps anything for the site. */
export function hasStorage() {
  try {
    localStorage.setItem('storage-test', '1')
    localStorage.removeItem('storage-test')
    return navigator.cookieEnabled
  } catch {
    return false
  }
}

type Claims = { email?: string; name?: string; admin?: true; exp?: number }

/** Only to show, to time and to guess by; the server alone decides what a token is worth. */
export function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (c) => c.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return {}
  }
}

/** In milliseconds; what is no token has ended. */
export const endsAt = (token: string) => (claimsOf(token).exp ?? 0) * 1000
