import { useLocation } from 'react-router'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import type { CameFrom } from './return-to.ts'

/** Why somebody who was signed in is asked to log in. */
export function SentAway() {
  // The server knows nothing of where one came from.
  const isHydrated = useHydrated()
  const { isForAdmins } = (useLocation().state ?? {}) as Partial<CameFrom>
  if (!isHydrated || !isForAdmins) return null
  return (
    <p role="alert" className="rounded-control bg-warn-tint px-4 py-3 text-sm font-medium text-warn">
      That page is for admins. You were logged out.
    </p>
  )
}
