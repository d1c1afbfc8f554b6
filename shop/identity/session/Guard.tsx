import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Loading } from '~/platform/ui/Loading.tsx'
import { urls } from '~/shop/urls.ts'
import { logOut } from './auth-client.ts'
import type { ReturnState } from './return-to.ts'
import { useSession } from './session.ts'

/** Renders the pages below it for signed-in users. */
export function SignedInOnly() {
  const session = useSession()
  if (session.status === 'loading') return <Loading />
  return session.status === 'visitor' ? <RedirectToLogin /> : <Outlet />
}

/** For admins; other users are logged out and asked to log in. */
export function AdminsOnly() {
  const session = useSession()
  const isForbidden = session.status === 'signed-in' && !session.user.admin
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isForbidden) return
    loggedOutAt = pathname
    void logOut()
  }, [isForbidden, pathname])
  if (session.status === 'visitor') return <RedirectToLogin />
  return session.status === 'signed-in' && session.user.admin ? <Outlet /> : <Loading />
}

/** For customers; an admin neither orders nor reviews. */
export function CustomersOnly() {
  const session = useSession()
  if (session.status === 'loading') return <Loading />
  if (session.status === 'visitor') return <RedirectToLogin />
  return session.user.admin ? <Navigate to={urls.dashboard()} replace /> : <Outlet />
}

/** The admin page that logged the user out; a guard around it may be the one that redirects. */
let loggedOutAt: string | undefined

function RedirectToLogin() {
  const { pathname, search } = useLocation()
  const isForAdmins = loggedOutAt === pathname
  useEffect(
    () => () => {
      loggedOutAt = undefined
    },
    [],
  )
  const state: ReturnState = { from: pathname + search, ...(isForAdmins && { isForAdmins }) }
  return <Navigate to={urls.login()} state={state} replace />
}
