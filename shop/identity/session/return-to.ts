import { use } from 'react'
import { matchRoutes } from 'react-router'
import type { Role } from '~/platform/roles.ts'
import type { Page } from '~/shop/page.ts'
import { maySee, PagesContext } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'

/** Navigation state that a guard leaves for the log-in page. */
export type ReturnToState = {
  from: string
  /** The customer was logged out on a page for staff. */
  isForStaff?: boolean
}

export function useReturnTo() {
  const pages = use(PagesContext)
  return (from: unknown, role: Role) => returnTo(pages, from, role)
}

/** Where to go after log-in: back to the page of this site that led here, if the role may see it. */
export function returnTo(pages: Page[], from: unknown, role: Role) {
  if (typeof from !== 'string' || !isOfThisSite(from)) return urls.appointment()
  const access = matchRoutes(pages, from)?.at(-1)?.route.access
  if (access === 'visitors') return urls.appointment()
  return maySee(access, role) ? from : urls.dashboard()
}

/** Browsers take a backslash for a slash and leave out tabs and line breaks: they could make it another host. */
const isOfThisSite = (from: string) => /^\/(?![/\\])[^\t\r\n]*$/.test(from)
