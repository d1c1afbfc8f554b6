import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Loading } from '~/platform/ui/Loading.tsx'
import { urls } from '~/shop/urls.ts'
import type { ReturnState } from '../sign-in/sign-in.ts'
import { logOut } from './auth-client.ts'
import { useSession } from './session.ts'

/** Lets signed-in users through to the pages below it. */
export function SignedInOnly() {
  const session = useSession()
  if (session.status === 'loading') return <Loading />
  return session.status === 'visitor' ? <ToLogin /> : <Outlet />
}

/** Lets admins through; anybody else is signed out and asked to log in. */
export function AdminsOnly() {
  const session = useSession()
  const isIntruder = session.status === 'signed-in' && !session.user.admin
  const { pathname } = useLocation()
  useEffect(() => {
    if (!isIntruder) return
    loggedOutAt = pathname
    void logOut()
  }, [isIntruder, pathname])
  if (session.status === 'visitor') return <ToLogin />
  return session.status === 'signed-in' && session.user.admin ? <Outlet /> : <Loading />
}

/** Lets customers through; an admin neither orders nor reviews. */
export function CustomersOnly() {
  const session = useSession()
  if (session.status === 'loading') return <Loading />
  if (session.status === 'visitor') return <ToLogin />
  return session.user.admin ? <Navigate to={urls.dashboard()} replace /> : <Outlet />
}

/** The page for admins that logged somebody out; a guard around it may be the one that leads away. */
let loggedOutAt: string | undefined

function ToLogin() {
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
