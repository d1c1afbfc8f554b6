import { useSyncExternalStore } from 'react'
import { CallProblem, call } from '~/platform/pages/call.ts'
import { urls } from '~/shop/urls.ts'
import { claimsOf, keepToken, keptToken, tokenKey } from './kept-token.ts'

export type User = { email: string; name: string; admin: boolean; photo: string | null }
/** Loading until the server has said whom the kept token belongs to, and on the server always. */
export type Session = { status: 'loading' } | { status: 'visitor' } | { status: 'signed-in'; user: User }

const loading: Session = { status: 'loading' }
const visitor: Session = { status: 'visitor' }
const seconds = (count: number) => count * 1000
const renewBeforeEndMs = seconds(300)

let session: Session = loading
let started = false
let renewal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const useSession = () =>
  useSyncExternalStore(
    subscribe,
    () => session,
    () => loading,
  )
export const currentSession = () => session

/** For every call that needs to know who is asking. Whoever has been signed out elsewhere is signed out here. */
export async function callAs<T>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  try {
    return await call<T>(method, path, { token: keptToken(), headers, ...(body && { body }) })
  } catch (error) {
    if (error instanceof CallProblem && error.status === 401) leave()
    throw error
  }
}

/** The provider's session cookie becomes the shop's access token; then the server says who that is. */
export async function enter(): Promise<User> {
  const identity = await call<{ token: string }>('GET', urls.identity.token())
  const email = claimsOf(identity.token).email!
  const { token } = await call<{ token: string }>('PUT', urls.api.user(email), {
    body: { email },
    token: identity.token,
  })
  keepToken(token)
  return become(token)
}

export async function logOut() {
  // Also when the server cannot be told: on this device the person is gone.
  await call('POST', urls.identity.logOut(), { body: {} }).catch(() => {})
  leave()
}

/** After a change of what is shown of the person. */
export const refreshUser = () => become(keptToken() ?? '')

function subscribe(listener: () => void) {
  listeners.add(listener)
  start()
  return () => void listeners.delete(listener)
}

function start() {
  if (started) return
  started = true
  addEventListener('storage', ({ key }) => {
    // null when everything was cleared at once.
    if (key === tokenKey || key === null) void load()
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && session.status === 'signed-in') planRenewal()
  })
  void load()
}

async function load() {
  const token = keptToken()
  if (!token) return leave()
  try {
    if (endsAt(token) <= Date.now()) await enter()
    else await become(token)
  } catch (error) {
    if (!(error instanceof CallProblem) || (error.status > 0 && error.status < 500)) return leave()
    // The server is out of reach: neither in nor out until it has answered.
    setTimeout(() => void load(), seconds(3))
  }
}

async function become(token: string) {
  const { email = '' } = claimsOf(token)
  const role = await call<Omit<User, 'email'>>('GET', urls.api.role(email), { token })
  const user = { email, ...role }
  set({ status: 'signed-in', user })
  planRenewal()
  return user
}

function planRenewal() {
  clearTimeout(renewal)
  const token = keptToken()
  if (!token) return
  renewal = setTimeout(() => void renew(), Math.max(endsAt(token) - Date.now() - renewBeforeEndMs, 0))
}

async function renew() {
  try {
    await enter()
  } catch (error) {
    if (error instanceof CallProblem && error.status === 401) return leave()
    renewal = setTimeout(() => void renew(), seconds(30))
  }
}

function leave() {
  clearTimeout(renewal)
  keepToken(undefined)
  set(visitor)
}

function set(next: Session) {
  session = next
  delete document.documentElement.dataset.known
  for (const listener of listeners) listener()
}

const endsAt = (token: string) => seconds(claimsOf(token).exp ?? 0)
