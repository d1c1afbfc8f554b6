import type { LoaderFunctionArgs } from 'react-router'
import type { Found } from '~/platform/client/api-context.ts'
import type { ListView } from '~/platform/lists/list-view.ts'
import { readLongListView, rowsPerPage } from '~/platform/lists/list-view.ts'
import { knownSession } from './known-session.ts'
import { privateGet, privateList } from './private-get.ts'
import { storedToken } from './stored-token.ts'
import { claimsOf } from './token.ts'

/**
 * For loaders of admin pages. They run before the guard has decided, so they ask first whether it will let the person
 * through: nothing is asked for in the name of somebody who may not know it.
 */
export async function adminGet<T>(path: string) {
  return (await isAdmin()) ? privateGet<T>(path) : undefined
}
export async function adminList<T>(path: string) {
  return (await isAdmin()) ? privateList<T>(path) : undefined
}

/** One page of a list, and what was asked for. */
export type Listed<Row, View = ListView> = { rows: Row[]; total: number; view: View; nextFrom?: string }

/** The next pages go on from where this one began, whatever is added to the list meanwhile. */
export const listed = <Row, View extends ListView>(
  { data, from, ...found }: Found<Row[]>,
  view: View,
): Listed<Row, View> => ({ ...found, rows: data, view: from ? { ...view, from } : view })

/** The loader of a long list; the first of its states is the one that is shown unasked. */
export const listLoader =
  <Row>(address: (wish: ListView & { limit: number }) => string, states?: readonly string[]) =>
  async ({ request }: LoaderFunctionArgs): Promise<Listed<Row> | null> => {
    const view = readLongListView(request, states)
    const found = await adminList<Row>(address({ ...view, limit: rowsPerPage }))
    return found ? listed(found, view) : null
  }

async function isAdmin() {
  // Who was one when they logged in need not wait for the answer: if they no longer are, the server refuses.
  if (claimsOf(storedToken() ?? '').admin) return true
  const session = await knownSession()
  return session.status === 'signed-in' && session.user.admin
}
