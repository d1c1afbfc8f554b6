import { Link, useRouteLoaderData } from 'react-router'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { urls } from '~/shop/urls.ts'

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Links to the mails and codes of a demo; only for a visitor on the same machine. */
export function MailboxHint({ isAside = false }: { isAside?: boolean }) {
  const hasMailbox = useRouteLoaderData<{ mailbox: boolean }>('root')?.mailbox
  const isHydrated = useHydrated()
  if (!hasMailbox || !isHydrated || !loopbackHost.test(location.hostname)) return null
  return (
    <p className="rounded-control bg-sunken p-4 text-sm text-muted">
      This is a demo shop: {/* In a new tab beside a form that waits for a code. */}
      <Link
        to={urls.mailbox({ mail: 'newest' })}
        className="text-link"
        target={isAside ? '_blank' : undefined}
      >
        open the mailbox
        {isAside && <span className="sr-only"> in a new tab</span>}
      </Link>
    </p>
  )
}
