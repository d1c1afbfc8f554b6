import type { KeyboardEvent, ReactNode } from 'react'
import { use, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router'
import { onFirstUse } from '~/platform/client/on-first-use.ts'
import { isStaff } from '~/platform/roles.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { MenuLink } from '~/platform/ui/MenuLink.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useBusiness } from '~/shop/business/use-business.ts'
import { HeaderSearch } from '~/shop/catalogue/header-search/HeaderSearch.tsx'
import { useSession } from '~/shop/identity/session/session.ts'
import type { User } from '~/shop/identity/session/session-store.ts'
import { addressOfPage, PagesContext, phoneMenuId } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'

/** `children` stand in place of the link to the garage. */
export function NavigationBar({ children }: { children: ReactNode }) {
  const session = useSession()
  const { shop, look } = useBusiness()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas/95 backdrop-blur-sm">
      <div className="container-page flex h-14 items-center gap-1 md:h-16 xl:gap-3">
        {/* Where there is no room for the name, its mark alone. */}
        <Link
          to={urls.home()}
          className={`rounded-control p-1 max-lg:mr-auto lg:mr-3 ${look.logo ? 'flex-none' : 'max-lg:w-9 max-lg:overflow-hidden'}`}
          aria-label={`${shop.name}, home`}
        >
          <Logo className={`h-7 max-w-none ${look.logo ? 'w-24 md:max-lg:w-20 lg:w-30' : 'w-30'}`} />
        </Link>
        <HeaderSearch />
        {children ?? (
          <Link to={urls.garage()} className="my-car nav-link not-for-staff">
            <Icon name="car" />
            <span>My car</span>
          </Link>
        )}
        <nav aria-label="Main" className="hidden md:block xl:ml-auto">
          <Links className="flex items-center xl:gap-1 [&_.nav-link]:px-2 max-lg:[&_.nav-link]:px-1.5" />
        </nav>
        {!(session.status === 'signed-in' && isStaff(session.user.role)) && (
          <Link to={urls.cart()} className="icon-button relative">
            <span className="sr-only">Cart </span>
            <Icon name="basket" />
            {/* The number is set before the first paint, without a script of the page. */}
            <span className="cart-count" />
          </Link>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label="Switch between light and dark"
          onClick={switchTheme}
        >
          <span className="in-light">
            <Icon name="moon" />
          </span>
          <span className="in-dark">
            <Icon name="sun" />
          </span>
        </button>
        <PhoneMenu />
      </div>
      <PageProgress />
    </header>
  )
}

/** Opens and closes without a script; a script closes it on Escape and after one has gone somewhere. */
function PhoneMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  // Not at first: somebody may have opened it before this script was there.
  useEffect(() => {
    if (menu.current && shown.current !== pathname) menu.current.open = false
    shown.current = pathname
  }, [pathname])
  function close({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
    if (key !== 'Escape') return
    currentTarget.open = false
    currentTarget.querySelector('summary')?.focus()
  }
  return (
    <details ref={menu} className="md:hidden" onKeyDown={close}>
      <summary className="icon-button list-none [&::-webkit-details-marker]:hidden" aria-label="Menu">
        <Icon name="menu" />
      </summary>
      <nav
        aria-label="Main"
        className="absolute inset-x-0 top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-b border-line bg-canvas p-4 shadow-lifted"
      >
        <Links className="grid grid-cols-2 gap-x-2 gap-y-1" />
        <div
          id={phoneMenuId}
          className="not-empty:mt-2 not-empty:border-t not-empty:border-line not-empty:pt-2"
        />
      </nav>
    </details>
  )
}

function Links({ className }: { className: string }) {
  const session = useSession()
  return (
    <ul className={className}>
      <PageLinks bar="everybody" />
      {session.status === 'signed-in' ? (
        <SignedInLinks user={session.user} />
      ) : (
        <li className="for-visitors">
          <MenuLink to={urls.login()} className="nav-link">
            Login
          </MenuLink>
        </li>
      )}
    </ul>
  )
}

const PageLinks = ({ bar }: { bar: 'everybody' | 'signed-in' }) =>
  use(PagesContext)
    .filter(({ menu }) => menu?.bar === bar)
    .map((page) => (
      <li key={page.path}>
        <MenuLink to={addressOfPage(page)} end={page.path === ''} className="nav-link">
          {page.menu?.text}
        </MenuLink>
      </li>
    ))

function SignedInLinks({ user: { name } }: { user: User }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isLeaving, setIsLeaving] = useState(false)
  // Only once home is shown: a guard that is still there would ask to log in again.
  useEffect(() => {
    if (!isLeaving || pathname !== urls.home()) return
    void onFirstUse(import('~/shop/cart/CartPage.tsx'))
      .then(({ leaveAndLogOut }) => leaveAndLogOut())
      .then(() => toast('success', `Thank you, ${name} to stay with us!`))
      .catch((error) => {
        setIsLeaving(false)
        toastError(error)
      })
  }, [isLeaving, pathname, name])

  function leave() {
    setIsLeaving(true)
    void navigate(urls.home())
  }
  return (
    <>
      <PageLinks bar="signed-in" />
      <li>
        <button type="button" className="nav-link w-full text-left" onClick={leave}>
          Logout
        </button>
      </li>
    </>
  )
}

/** CSS shows it only when the page takes its time. */
const PageProgress = () =>
  useNavigation().state === 'idle' ? null : (
    <div className="page-progress" role="progressbar" aria-label="Loading the page" />
  )

/** The system's theme until the visitor switches; then theirs, stored for the next visit. */
function switchTheme() {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.theme = isDark ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', dataset.theme)
  } catch {
    // Storage may be forbidden: then the switch holds until the page is left.
  }
}

/** What the drawing says. */
const drawnName = 'Car Parts'

/** The disc is a C, the caliper grips it, the nut is the hub. Drawn in the colour of the text around it. */
export function Logo({ className }: { className: string }) {
  const { shop, look } = useBusiness()
  // Of a fixed room, which nothing moves in when the picture comes.
  if (look.logo) return <img src={look.logo} alt={shop.name} className={`own-logo ${className}`} />
  if (shop.name === drawnName)
    return (
      <svg className={className} role="img" aria-label={shop.name}>
        <use href="#logo" />
      </svg>
    )
  // Another shop's name is set in type, beside the mark.
  return (
    <span className={`flex items-center ${className} w-auto! max-w-64!`}>
      <svg className="h-full w-9 flex-none" aria-hidden="true">
        <use href="#logo" />
      </svg>
      <span className="truncate font-display text-xl font-bold tracking-tight">{shop.name}</span>
    </span>
  )
}
