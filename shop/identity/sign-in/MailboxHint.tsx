import { Link, useRouteLoaderData } from 'react-router'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { urls } from '~/shop/urls.ts'

const ofThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Where the mails and codes of a demo are to be read; nothing for whoever reached the shop from elsewhere. */
export function MailboxHint({ isAside = false }: { isAside?: boolean }) {
  const hasMailbox = useRouteLoaderData<{ mailbox: boolean }>('root')?.mailbox
  const isHydrated = useHydrated()
  if (!hasMailbox || !isHydrated || !ofThisMachine.test(location.hostname)) return null
  return (
    <p className="rounded-control bg-sunken p-4 text-sm text-muted">
      This is a demo shop: {/* Beside a form that waits for a code, which must not be left. */}
      <Link to={urls.mailbox()} className="text-link" target={isAside ? '_blank' : undefined}>
        open the mailbox
        {isAside && <span className="sr-only"> in a new tab</span>}
      </Link>
    </p>
  )
}
