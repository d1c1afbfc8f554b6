import { ApiError, call } from '~/platform/client/call.ts'
import { minutes, seconds } from '~/platform/time.ts'
import { firebase, usesFirebase } from '../sign-in/load-firebase.ts'
import { identityUrls } from '../urls.ts'
import type { User } from './session-store.ts'
import { currentSession, setSession, visitor } from './session-store.ts'
import { storedToken } from './stored-token.ts'
import { claimsOf, endsAt, storeToken } from './token.ts'

const renewBeforeEndMs = minutes(5)

let renewal: ReturnType<typeof setTimeout> | undefined

/** For every call that needs to know who is asking. Whoever has been signed out elsewhere is signed out here. */
export async function callAs<T>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  try {
    return await call<T>(method, path, { token: storedToken(), headers, ...(body && { body }) })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) leave()
    if (error instanceof ApiError && error.status === 403) await recheckRole()
    throw error
  }
}

/** The server refuses somebody whom this page takes for an admin: they may be none any more. */
export async function recheckRole() {
  const session = currentSession()
  if (session.status === 'signed-in' && session.user.admin) await restoreSession()
}

/** What the provider proves becomes the shop's access token; then the server says who that is. */
export async function signInWithToken(): Promise<User> {
  const identity = await identityToken()
  const email = claimsOf(identity).email!
  const { token } = await call<{ token: string }>('PUT', identityUrls.api.user(email), {
    body: { email },
    token: identity,
  })
  storeToken(token)
  return become(token)
}

/** From Firebase, or for the session cookie of our own provider. */
async function identityToken() {
  if (usesFirebase()) return (await firebase()).identityToken()
  const { token } = await call<{ token: string }>('GET', identityUrls.provider.token())
  return token
}

export async function logOut() {
  // Also when the server cannot be told: on this device the person is gone.
  await goodbye().catch(() => {})
  leave()
}

async function goodbye() {
  if (usesFirebase()) await (await firebase()).logOut()
  else await call('POST', identityUrls.provider.logOut(), { body: {} })
}

/** After a change of what is shown of the person. */
export const refreshUser = () => become(storedToken() ?? '')

/** Finds out whom the kept token belongs to. */
export async function restoreSession() {
  const token = storedToken()
  if (!token) return leave()
  try {
    if (endsAt(token) <= Date.now()) await signInWithToken()
    else await become(token)
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status > 0 && error.status < 500)) return leave()
    // The server is out of reach: neither in nor out until it has answered.
    setTimeout(() => void restoreSession(), seconds(3))
  }
}

async function become(token: string) {
  const { email = '' } = claimsOf(token)
  const role = await call<Omit<User, 'email'>>('GET', identityUrls.api.role(email), { token })
  const user = { email, ...role }
  setSession({ status: 'signed-in', user })
  planRenewal()
  // Timers stand still while a device sleeps. The same function is never added twice.
  document.addEventListener('visibilitychange', planRenewal)
  return user
}

/** Silently, before the token ends; at once when a sleeping device has slept through that moment. */
function planRenewal() {
  clearTimeout(renewal)
  const token = storedToken()
  if (!token || document.hidden) return
  renewal = setTimeout(() => void renew(), Math.max(endsAt(token) - Date.now() - renewBeforeEndMs, 0))
}

async function renew() {
  try {
    await signInWithToken()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return leave()
    renewal = setTimeout(() => void renew(), seconds(30))
  }
}

function leave() {
  clearTimeout(renewal)
  storeToken(undefined)
  setSession(visitor)
}
