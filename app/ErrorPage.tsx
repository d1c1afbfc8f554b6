import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ForbiddenPage } from './ForbiddenPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { TroublePage } from './TroublePage.tsx'

/** What is shown instead of a page whose data could not be had. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isRouteErrorResponse(error) && error.status === 414) return <NotFoundPage isUnreadable />
  if (isRouteErrorResponse(error) && error.status === 403) return <ForbiddenPage />
  const isUnreachable = isRouteErrorResponse(error) && error.status === 503
  return <TroublePage isUnreachable={isUnreachable || globalThis.navigator?.onLine === false} />
}
