import { use, useEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { MenuLink } from '~/platform/ui/MenuLink.tsx'
import { useSession } from '~/shop/identity/session/session.ts'
import type { User } from '~/shop/identity/session/session-store.ts'
import type { Page } from '~/shop/page.ts'
import { PagesContext } from '~/shop/page.ts'
import { menuFor } from './menu.ts'

/** Behind a guard: the user is always signed in here. */
function DashboardLayout() {
  const session = useSession()
  const isFolded = useMatches().some(({ handle }) => (handle as Page | undefined)?.foldsMenu)
  if (session.status !== 'signed-in') return null
  if (isFolded)
    return (
      <div className="container-page relative pt-3 pb-12 md:pt-6">
        <div className="absolute right-4 sm:right-6 lg:right-8">
          <Drawer user={session.user} button="text-link flex min-h-11 items-center gap-1.5 text-sm" />
        </div>
        <Outlet />
      </div>
    )
  return (
    <div className="container-page grid gap-6 py-8 print:block lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-8 lg:py-12">
      <aside className="hidden lg:block">
        <Menu user={session.user} />
      </aside>
      <div className="lg:hidden">
        <Drawer user={session.user} button="btn btn-quiet" />
      </div>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

/** Where there is no room for the menu. The native dialog traps the focus and closes with Escape. */
function Drawer({ user, button }: { user: User; button: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new address is the reason to close
  useEffect(() => dialog.current?.close(), [pathname])
  return (
    <>
      <button type="button" className={button} onClick={() => dialog.current?.showModal()}>
        <Icon name="menu" />
        Dashboard menu
      </button>
      <dialog
        ref={dialog}
        aria-label="Dashboard menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-surface p-4 text-ink backdrop:bg-black/50"
      >
        <button
          type="button"
          className="icon-button mb-2"
          aria-label="Close menu"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
        <Menu user={user} />
      </dialog>
    </>
  )
}

const Menu = ({ user }: { user: User }) => (
  <nav aria-label="Dashboard">
    <ul className="grid gap-1">
      {menuFor(use(PagesContext), user).map(({ to, text, icon }) => (
        <li key={to}>
          <MenuLink to={to} end className="nav-link flex w-full items-center gap-3">
            <Icon name={icon} />
            {text}
          </MenuLink>
        </li>
      ))}
    </ul>
  </nav>
)

export { DashboardLayout as Component }
