import { ApiError } from '~/platform/client/api.ts'
import type { Found } from '~/platform/client/api-context.ts'
import { fetchPage } from '~/platform/client/api-context.ts'
import type { Route, RouteArguments, RouteContract, RouteResponse } from '~/platform/client/route.ts'
import { authApi, claimsOf, expiresAt, recheckRole, restoreSession } from './auth-client.ts'
import { startSession } from './session.ts'
import type { Session } from './session-store.ts'
import { sessionStore, storedToken } from './session-store.ts'

/** Whose token this browser stores: known before the session has loaded. */
export const storedEmail = () => claimsOf(storedToken() ?? '').email ?? ''

/**
 * For loaders of private pages, which run in the browser alone. Answers undefined when nobody is signed in: the guard
 * around the page redirects to the log-in. Other failures go to the error page by their status.
 */
export async function privateGet<C extends RouteContract>(
  route: Route<C>,
  ...input: RouteArguments<C>
): Promise<RouteResponse<C> | undefined> {
  if (!(await freshToken())) return undefined
  try {
    return await authApi(route, ...input)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return undefined
    throw new Response(null, { status: error.status || 503 })
  }
}

/** The same for one page of a list, with the number of all its rows. */
export async function privateList<C extends RouteContract>(
  route: Route<C>,
  ...[input]: RouteArguments<C>
): Promise<Found<RouteResponse<C>> | undefined> {
  const token = await freshToken()
  if (!token) return undefined
  try {
    return await fetchPage(route, { ...input, token })
  } catch (error) {
    // Signed out, or no admin: the guard redirects.
    if (error instanceof Response && error.status === 403) await recheckRole()
    if (error instanceof Response && (error.status === 401 || error.status === 403)) return undefined
    throw error instanceof Response ? error : new Response(null, { status: 503 })
  }
}

/** An expired token is renewed first. The session loads at the same time, because the guard waits for it. */
async function freshToken() {
  const loaded = loadedSession()
  const token = storedToken()
  if (token && expiresAt(token) <= Date.now()) await loaded
  return storedToken()
}

/** Resolves when the session has loaded. */
export const loadedSession = () =>
  new Promise<Session>((resolve) => {
    const unsubscribe = sessionStore.subscribe(check)
    startSession(restoreSession)
    check()
    function check() {
      const session = sessionStore.get()
      if (session.status === 'loading') return
      unsubscribe()
      resolve(session)
    }
  })
