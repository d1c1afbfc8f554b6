import type { Found } from '~/platform/client/api-context.ts'
import { getByHttp } from '~/platform/client/api-context.ts'
import { ApiError } from '~/platform/client/call.ts'
import { callAs, recheckRole } from './auth-client.ts'
import { knownSession } from './known-session.ts'
import { storedToken } from './stored-token.ts'
import { claimsOf, endsAt } from './token.ts'

/** Whose token this browser keeps; what a loader of a private page may ask with before the session is known. */
export const storedEmail = () => claimsOf(storedToken() ?? '').email ?? ''

/**
 * For loaders of private pages, which run in the browser alone. Nothing for whoever is signed out: the guard around
 * the page shows the way. Other troubles are the error page's, by their status.
 */
export async function privateGet<T>(path: string): Promise<T | undefined> {
  if (!(await livingToken())) return undefined
  try {
    return await callAs<T>('GET', path)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return undefined
    throw new Response(null, { status: error.status || 503 })
  }
}

/** The same for one page of a list, with the number of all its rows. */
export async function privateList<T>(path: string): Promise<Found<T[]> | undefined> {
  const token = await livingToken()
  if (!token) return undefined
  try {
    return await getByHttp<T[]>(path, token)
  } catch (error) {
    // Signed out, or no admin: the guard knows what to do.
    if (error instanceof Response && error.status === 403) await recheckRole()
    if (error instanceof Response && (error.status === 401 || error.status === 403)) return undefined
    throw error instanceof Response ? error : new Response(null, { status: 503 })
  }
}

/** One that has ended is renewed first. Who is there is asked for at the same time: the guard waits for it. */
async function livingToken() {
  const known = knownSession()
  const token = storedToken()
  if (token && endsAt(token) <= Date.now()) await known
  return storedToken()
}
