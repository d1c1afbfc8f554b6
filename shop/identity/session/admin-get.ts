import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Found } from '~/platform/client/api-context.ts'
import type { Route, RouteArguments, RouteContract } from '~/platform/client/route.ts'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import type { ListView } from '~/platform/lists/read-list-query.ts'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
import { claimsOf } from './auth-client.ts'
import { loadedSession, privateGet, privateList } from './private-get.ts'
import { storedToken } from './session-store.ts'

/**
 * For loaders of admin pages. They run before the guard has decided, so they check the role first: nothing is requested
 * for a user who may not see it.
 */
export const adminGet = async <C extends RouteContract>(route: Route<C>, ...input: RouteArguments<C>) =>
  (await isAdmin()) ? privateGet(route, ...input) : undefined
export const adminList = async <C extends RouteContract>(route: Route<C>, ...input: RouteArguments<C>) =>
  (await isAdmin()) ? privateList(route, ...input) : undefined

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
    const found = await adminList(route, { query: { ...view, limit: rowsPerPage } })
    return found ? listed(found, view) : null
  }

export async function isAdmin() {
  // Somebody who was an admin at log-in need not wait: if they no longer are, the server refuses.
  if (claimsOf(storedToken() ?? '').admin) return true
  const session = await loadedSession()
  return session.status === 'signed-in' && session.user.admin
}
