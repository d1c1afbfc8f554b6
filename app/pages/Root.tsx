import { useEffect, useMemo, useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { createContext, Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { isStaff } from '~/platform/roles.ts'
import { Splash } from '~/platform/ui/Splash.tsx'
import { SiteName } from '~/platform/ui/Title.tsx'
import { Toasts } from '~/platform/ui/Toasts.tsx'
import { firstAccent, themeAddress } from '~/shop/business/accent.ts'
import type { PublicBusiness } from '~/shop/business/fields.ts'
import { useBusiness } from '~/shop/business/use-business.ts'
import { AddToCart } from '~/shop/cart/AddToCart.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import type { Slots, VisitorCar } from '~/shop/catalogue/product/slots.ts'
import { SlotsContext } from '~/shop/catalogue/product/slots.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import type { BuyingSettings } from '~/shop/orders/buying-terms.ts'
import { businessRoutes, deliveryRoutes } from '~/shop/routes.ts'
import { TellMe } from '~/shop/stock-alerts/TellMe.tsx'
import { pageIds, pageTitles } from '~/shop/texts/pages.ts'
import { urls } from '~/shop/urls.ts'
import { Logo, NavigationBar } from './NavigationBar.tsx'

/** What the browser needs to know of the shop's settings; the same for every visitor. */
export type PublicSettings = {
  publicUrl: string
  buying: Omit<BuyingSettings, 'returnDays' | 'delivery'>
  google: boolean
  /** Whether mails and codes can be read in the shop itself. */
  mailbox: boolean
  /** Whether a subscription to the newsletter waits for a click in a mail. */
  newsletterConfirm: boolean
  /** Left out in a shop that is no demo. */
  demoAccounts?: { email: string; password: string; hint: string }[]
}

export const settingsContext = createContext<PublicSettings>()

export type RootData = PublicSettings & { buying: BuyingSettings; business: PublicBusiness }

/** Runs on the server alone: its data travels with the page. */
export async function rootLoader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const { data: business } = await context.get(apiContext)(businessRoutes.getBusiness)
  const { data: rates } = await context.get(apiContext)(deliveryRoutes.getDeliveryTo)
  const { buying, ...settings } = context.get(settingsContext)
  const returnDays = Number(business.returns.askDays)
  return { ...settings, buying: { ...buying, ...rates, returnDays }, business }
}

const CardAction = ({ product }: { product: Product }) =>
  isOrderable(product) ? <AddToCart product={product} /> : <TellMe product={product} />

export function Root() {
  const { shop, look } = useBusiness()
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const content = useRef<HTMLElement>(null)
  const [myCar, setMyCar] = useState<typeof import('./my-car.tsx')>()
  const [car, setCar] = useState<VisitorCar>()
  const session = useSession()
  const isOfStaff = session.status === 'signed-in' && isStaff(session.user.role)
  const slots: Slots = useMemo(
    () => ({ CardAction, ...(!isOfStaff && { ...myCar?.slots, car }) }),
    [myCar, car, isOfStaff],
  )
  // For customers, and those who have a car; it may have been chosen on the page before.
  useEffect(() => {
    const isCustomer = session.status === 'signed-in' && !isOfStaff
    if (isCustomer || 'car' in document.documentElement.dataset) void import('./my-car.tsx').then(setMyCar)
  })
  useEffect(() => myCar?.watchCar(setCar), [myCar])
  // The link that was followed may have gone with its page: the new page takes the focus.
  useEffect(() => {
    if (shown.current !== pathname) {
      // It names the page that the server has sent.
      document.querySelector('[rel=canonical]')?.remove()
      if (document.activeElement === document.body) content.current?.focus({ preventScroll: true })
    }
    shown.current = pathname
  }, [pathname])
  return (
    <SiteName value={shop.name}>
      {/* Here and not in the head, where React would keep it after another colour was chosen. */}
      {look.accent !== firstAccent && <link rel="stylesheet" href={themeAddress(look.accent)} />}
      <SlotsContext value={slots}>
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        <NavigationBar>{myCar && !isOfStaff && <myCar.MyCarButton />}</NavigationBar>
        <main id="content" ref={content} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
        <Splash page="app" seconds={1} whole />
        <Toasts />
        <ScrollRestoration />
      </SlotsContext>
    </SiteName>
  )
}

const columns = [
  {
    title: 'Shop',
    links: [
      { to: urls.shop(), text: 'All parts' },
      { to: urls.shop({ q: 'brake' }), text: 'Brakes' },
      { to: urls.shop({ q: 'filter' }), text: 'Filters' },
      { to: urls.shop({ sort: 'newest' }), text: 'New in the shop' },
    ],
  },
  {
    title: 'Workshop',
    links: [
      { to: urls.blogs(), text: 'Questions and answers' },
      { to: urls.contact(), text: 'Contact and directions' },
    ],
  },
  {
    title: 'Good to know',
    links: pageIds.map((id) => ({ to: urls.page(id), text: pageTitles[id] })),
  },
]

/** The function to withdraw while it is one, and the owner's notice on the legal guarantee. */
const legalLinks = (days: string, notice: string) =>
  [
    { to: days !== '0' && urls.withdraw(), text: 'Withdraw from contract' },
    { to: notice, text: 'Legal guarantee' },
  ].filter((link): link is { to: string; text: string } => Boolean(link.to))

function Footer() {
  const {
    shop: { slogan, copyright },
    returns: { days, notice },
  } = useBusiness()
  return (
    <footer className="bg-night text-paper">
      <div className="container-page grid grid-cols-2 gap-x-4 gap-y-10 py-14 md:grid-cols-3 lg:grid-cols-5">
        <div className="col-span-full grid content-start gap-4 lg:col-span-2">
          <Logo className="h-8 w-34" />
          <p className="max-w-[42ch] text-sm text-[#a3a8b0]">{slogan}</p>
        </div>
        {columns.map(({ title, links }, n) => (
          <nav key={title} aria-label={title} className="grid content-start gap-3">
            <h2 className="text-base">{title}</h2>
            <ul className="grid gap-1">
              {[...links, ...(n === 2 ? legalLinks(days, notice) : [])].map(({ to, text }) => (
                <li key={to}>
                  <Link
                    to={to}
                    reloadDocument={to === notice}
                    className="inline-block py-1 text-sm text-[#c9ccd1] hover:text-white hover:underline"
                  >
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-t border-white/10">
        <p className="container-page py-5 text-sm text-[#a3a8b0]">{copyright}</p>
      </div>
    </footer>
  )
}
