import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useMatches, useNavigate } from 'react-router'
import { isPermission, isStaff } from '~/platform/roles.ts'
import { Loading } from '~/platform/ui/Splash.tsx'
import type { Page } from '~/shop/page.ts'
import { maySee } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import { logOut } from './auth-client.ts'
import type { ReturnToState } from './return-to.ts'
import { useSession } from './session.ts'

/**
 * Renders the page below it for those who may see it. Staff neither order nor review, and a part of the staff sees no more
 * than its own work; a customer on a page of the staff is logged out and asked to log in.
 */
export function Guard() {
  const session = useSession()
  const { access } = useMatches().at(-1)!.handle as Page
  const { pathname } = useLocation()
  const role = session.status === 'signed-in' ? session.user.role : undefined
  const isForbidden = role !== undefined && !maySee(access, role)
  const isLoggedOut = isForbidden && !isStaff(role)
  useEffect(() => {
    if (!isLoggedOut) return
    loggedOutAt = pathname
    void logOut()
  }, [isLoggedOut, pathname])
  if (session.status === 'visitor') return <RedirectToLogin />
  if (session.status === 'loading' || isLoggedOut) return <Loading />
  if (!isForbidden) return <Outlet />
  return <Navigate to={access && isPermission(access) ? urls.forbidden() : urls.dashboard()} replace />
}

/** The page of the staff that logged the customer out. */
let loggedOutAt: string | undefined

/** What is there already of the page to come stays where it was scrolled to. */
export function RedirectToLogin() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const from = pathname + search
  const isForStaff = loggedOutAt === pathname
  useEffect(() => {
    const state: ReturnToState = { from, ...(isForStaff && { isForStaff }) }
    void navigate(urls.login(), { state, replace: true, preventScrollReset: true })
  }, [navigate, from, isForStaff])
  useEffect(
    () => () => {
      loggedOutAt = undefined
    },
    [],
  )
  return null
}
