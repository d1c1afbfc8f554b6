import '~/app/look/dashboard.css'
import { use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Outlet, useLoaderData } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { MenuLink } from '~/platform/ui/MenuLink.tsx'
import { summaryRoutes } from '~/shop/account-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import type { User } from '~/shop/identity/session/session-store.ts'
import { PagesContext, phoneMenuId } from '~/shop/page.ts'
import type { ToDo } from '~/shop/summary/contract.ts'
import { urls } from '~/shop/urls.ts'
import { menuFor } from '../page.ts'

/** For staff, with every page: what waits for them. Null for others, and when it cannot be loaded. */
export const loader = (): Promise<ToDo | null> =>
  staffGet(summaryRoutes.getToDo).then(
    (toDo) => toDo ?? null,
    () => null,
  )
export const shouldRevalidate = () => true

/** Behind a guard: the user is always signed in here. */
function DashboardLayout() {
  const session = useSession()
  const toDo = useLoaderData<ToDo | null>()
  if (session.status !== 'signed-in') return null
  return (
    <div className="container-page grid gap-4 py-4 print:block lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-8 lg:py-8">
      <aside className="max-md:hidden">
        <nav aria-label="Dashboard" className="lg:sticky lg:top-20">
          <Menu user={session.user} toDo={toDo} />
        </nav>
      </aside>
      <MenuOfPhone user={session.user} toDo={toDo} />
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

type MenuProps = { user: User; toDo: ToDo | null }

/** On phones there is one menu: the bar's own, with these pages below its own. */
function MenuOfPhone(props: MenuProps) {
  const [place, setPlace] = useState<Element | null>(null)
  useEffect(() => setPlace(document.getElementById(phoneMenuId)), [])
  return place && createPortal(<Menu {...props} />, place)
}

function Menu({ user, toDo }: MenuProps) {
  const entries = menuFor(use(PagesContext), user).map(({ to, text, icon, isMore, waiting }) => {
    const count = (waiting && toDo?.[waiting]?.count) ?? 0
    return {
      isMore,
      link: (
        <li key={to}>
          <MenuLink
            to={to}
            end={to === urls.dashboard()}
            className="nav-link gap-3 lg:w-full [&>.icon]:max-lg:md:hidden"
          >
            <Icon name={icon} />
            {text}
            {count > 0 && (
              <span className="menu-count">
                {count > 99 ? '99+' : count}
                <span className="sr-only"> waiting</span>
              </span>
            )}
          </MenuLink>
        </li>
      ),
    }
  })
  const links = (isMore: boolean) =>
    entries.filter((entry) => entry.isMore === isMore).map(({ link }) => link)
  return (
    <>
      <ul className="dashboard-menu">{links(false)}</ul>
      {links(true).length > 0 && (
        <>
          <h2 className="mt-3 border-t border-line px-3 pt-4 pb-1 font-sans text-[13px] font-semibold tracking-normal text-muted max-lg:hidden">
            More
          </h2>
          <ul className="dashboard-menu max-lg:border-t max-lg:border-line">{links(true)}</ul>
        </>
      )}
    </>
  )
}

export { DashboardLayout as Component }
