import { use } from 'react'
import type { RouteObject } from 'react-router'
import { matchRoutes } from 'react-router'
import { RouteTree } from '~/platform/client/route-tree.ts'
import { urls } from '~/shop/urls.ts'

/** Whom the pages below a route are for, as its handle says; without a word, everybody. */
export type Access = 'visitors' | 'signed-in' | 'customers' | 'admins'

/** Navigation state that a guard leaves for the log-in page. */
export type ReturnState = {
  from: string
  /** The user was logged out on a page for admins. */
  isForAdmins?: boolean
}

export function useReturnTo() {
  const routes = use(RouteTree)
  return (from: unknown, admin: boolean) => returnTo(routes, from, admin)
}

/** Where to go after log-in: back to the page of this site that led here, if the role may see it. */
export function returnTo(routes: RouteObject[], from: unknown, admin: boolean) {
  if (typeof from !== 'string' || !isOfThisSite(from)) return urls.appointment()
  const access = accessOf(routes, from)
  if (access.includes('visitors')) return urls.appointment()
  return access.includes(admin ? 'customers' : 'admins') ? urls.dashboard() : from
}

/** Browsers take a backslash for a slash and leave out tabs and line breaks: they could make it another host. */
const isOfThisSite = (from: string) => /^\/(?![/\\])[^\t\r\n]*$/.test(from)

const accessOf = (routes: RouteObject[], from: string): Access[] =>
  (matchRoutes(routes, from) ?? []).map(({ route }) => route.handle?.access)
