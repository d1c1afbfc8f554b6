import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Loading } from '~/platform/ui/Loading.tsx'
import { urls } from '~/shop/urls.ts'
import { logOut } from './entering.ts'
import { useSession } from './session.ts'
import type { CameFrom } from './way-back.ts'

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
  useEffect(() => {
    if (isIntruder) void logOut()
  }, [isIntruder])
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

function ToLogin() {
  const { pathname, search } = useLocation()
  return <Navigate to={urls.login()} state={{ from: pathname + search } satisfies CameFrom} replace />
}
