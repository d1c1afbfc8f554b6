import type { Api } from '~/platform/client/api.ts'
import { ApiError, api, request } from '~/platform/client/api.ts'
import type { AddressArguments, Route, RouteContract } from '~/platform/client/route.ts'
import { addressOf } from '~/platform/client/route.ts'
import type { Role } from '~/platform/roles.ts'
import { isStaff } from '~/platform/roles.ts'
import { minutes, seconds } from '~/platform/time.ts'
import { identityRoutes, providerRoutes } from '~/shop/account-routes.ts'
import type { User } from './session-store.ts'
import { sessionStore, setSession, storedToken, tokenKey, visitor } from './session-store.ts'

const renewBeforeExpiryMs = minutes(5)

let renewal: ReturnType<typeof setTimeout> | undefined

/** Calls the API with the access token. A 401 ends the session here too: it was ended elsewhere. */
export const authApi: Api = async (route, ...[input]) => {
  try {
    return await request(route, { ...input, token: storedToken() })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) clearSession()
    if (error instanceof ApiError && error.status === 403) await recheckRole()
    throw error
  }
}

/** For downloads: a link would send no token. */
export const fetchAs = <C extends RouteContract>(route: Route<C>, ...input: AddressArguments<C>) =>
  fetch(addressOf(route, ...input), { headers: bearer(storedToken() ?? '') })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A 403 for somebody whom this page takes for staff: they may have lost the role. */
export async function recheckRole() {
  const session = sessionStore.get()
  if (session.status === 'signed-in' && isStaff(session.user.role)) await restoreSession()
}

/** Exchanges the identity provider's token for the shop's access token, and loads the user it belongs to. */
export async function signInWithToken(): Promise<User> {
  const identity = await identityToken()
  const email = claimsOf(identity).email!
  const { token } = await api(identityRoutes.exchangeToken, {
    params: { email },
    body: { email },
    headers: bearer(identity),
  })
  storeToken(token)
  return loadUser(token)
}

/** From Firebase, or by the session cookie of our own provider. */
async function identityToken() {
  if (usesFirebase()) return (await firebase()).identityToken()
  const { token } = await api(providerRoutes.getIdentityToken)
  return token
}

export async function logOut() {
  // Also when the server cannot be reached: on this device the session is over.
  await signOutAtProvider().catch(() => {})
  clearSession()
}

async function signOutAtProvider() {
  if (usesFirebase()) await (await firebase()).logOut()
  else await api(providerRoutes.logOut)
}

/** After a change of the user's name or photo. */
export const refreshUser = () => loadUser(storedToken() ?? '')

/** Loads the user of the stored token. */
export async function restoreSession() {
  const token = storedToken()
  if (!token) return clearSession()
  try {
    if (expiresAt(token) <= Date.now()) await signInWithToken()
    else await loadUser(token)
  } catch (error) {
    if (!(error instanceof ApiError) || isRefused(error)) return clearSession()
    // The server cannot be reached, or has no time for this network: the session stays as it is until it answers.
    setTimeout(() => void restoreSession(), seconds(3))
  }
}

/** Rather than asked to come again later. */
const isRefused = ({ status }: ApiError) => status > 0 && status < 500 && status !== 408 && status !== 429

async function loadUser(token: string) {
  const { email = '' } = claimsOf(token)
  const role = await api(identityRoutes.getRole, { params: { email }, headers: bearer(token) })
  const user = { email, ...role }
  setSession({ status: 'signed-in', user })
  planRenewal()
  // Timers stand still while a device sleeps. The same function is never added twice.
  document.addEventListener('visibilitychange', planRenewal)
  return user
}

/** Renews the token before it expires; at once when the device slept through that moment. */
function planRenewal() {
  clearTimeout(renewal)
  const token = storedToken()
  if (!token || document.hidden) return
  renewal = setTimeout(() => void renew(), Math.max(expiresAt(token) - Date.now() - renewBeforeExpiryMs, 0))
}

async function renew() {
  try {
    await signInWithToken()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return clearSession()
    renewal = setTimeout(() => void renew(), seconds(30))
  }
}

function clearSession() {
  clearTimeout(renewal)
  storeToken(undefined)
  setSession(visitor)
}

/** Without storage there is nothing to remove, and removing would throw. */
function storeToken(token: string | undefined) {
  if (!token && storedToken() === undefined) return
  if (token) localStorage.setItem(tokenKey, token)
  else localStorage.removeItem(tokenKey)
}

type Claims = { email?: string; name?: string; role?: Role; exp?: number }

/** For display, timers and guesses only; the server alone decides what a token is worth. */
export function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (c) => c.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return {}
  }
}

/** In milliseconds; 0 for anything that is no token. */
export const expiresAt = (token: string) => (claimsOf(token).exp ?? 0) * 1000

/** The server writes this into every page of a shop that is set up with Firebase, and into no other. */
const firebaseSettings = () => document.querySelector<HTMLMetaElement>('meta[name="firebase"]')?.content

export const usesFirebase = () => firebaseSettings() !== undefined

/** Firebase's library, downloaded only by shops that use it. */
export async function firebase() {
  const { openFirebase } = await import('./firebase.ts')
  return openFirebase(JSON.parse(firebaseSettings()!))
}
