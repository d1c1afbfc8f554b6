import { useEffect, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import { ApiError } from '~/platform/client/api.ts'
import type { Found } from '~/platform/client/api-context.ts'
import { fetchPage } from '~/platform/client/api-context.ts'
import type { Route, RouteArguments, RouteContract, RouteResponse } from '~/platform/client/route.ts'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import type { ListView } from '~/platform/lists/read-list-query.ts'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
import type { Role } from '~/platform/roles.ts'
import { isStaff } from '~/platform/roles.ts'
import { seconds } from '~/platform/time.ts'
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

/**
 * For loaders of pages of the staff. They run before the guard has decided, so they check the role first: nothing is
 * requested for a customer. Staff with too few rights are refused by the server, and the guard shows them so.
 */
export const staffGet = async <C extends RouteContract>(route: Route<C>, ...input: RouteArguments<C>) =>
  isStaff(await knownRole()) ? privateGet(route, ...input) : undefined
export const staffList = async <C extends RouteContract>(route: Route<C>, ...input: RouteArguments<C>) =>
  isStaff(await knownRole()) ? privateList(route, ...input) : undefined

/** One page of a list, and the query it answers. */
export type Listed<Row, View = ListView> = Omit<Found<Row[]>, 'data' | 'from'> & { rows: Row[]; view: View }

/** The next pages continue from where this one began, whatever is added to the list meanwhile. */
export const listed = <Row, View extends ListView>(
  { data, from, ...found }: Found<Row[]>,
  view: View,
): Listed<Row, View> => ({ ...found, rows: data, view: from ? { ...view, from } : view })

type ListContract<Row> = { query: z.ZodType; response: z.ZodType<Row[]> }

/** The loader of a long list; the first of its states is the default. */
export const listLoader =
  <Row>(route: Route<ListContract<Row>>, states?: readonly string[]) =>
  async ({ request }: LoaderFunctionArgs): Promise<Listed<Row> | null> => {
    const view = readListQuery(request, states && { states })
    const found = await staffList(route, { query: { ...view, limit: rowsPerPage } })
    return found ? listed(found, view) : null
  }

export async function knownRole(): Promise<Role> {
  // Who was staff at log-in need not wait: if they no longer are, the server refuses.
  const { role } = claimsOf(storedToken() ?? '')
  if (role && isStaff(role)) return role
  const session = await loadedSession()
  return session.status === 'signed-in' ? session.user.role : 'user'
}

type Watched<Value> = {
  read: () => Promise<Value>
  /** As long as it changes by itself. */
  isMoving: (value: Value) => boolean
}
const everyMs = seconds(2)

/** What a loader has read and the server works on: read again and again as long as it changes and somebody looks. */
export function useCurrent<Value>(first: Value, { read, isMoving }: Watched<Value>) {
  const [current, setCurrent] = useState(first)
  const reload = async () => {
    const value = await read().catch(() => undefined)
    if (value) setCurrent(value)
  }
  const isStillMoving = isMoving(current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it reads is always the same thing
  useEffect(() => {
    if (!isStillMoving) return
    const timer = setInterval(() => document.hidden || void reload(), everyMs)
    return () => clearInterval(timer)
  }, [isStillMoving])
  return { current, reload }
}
