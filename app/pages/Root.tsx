import { useEffect, useMemo, useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
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
import { businessRoutes } from '~/shop/routes.ts'
import { TellMe } from '~/shop/stock-alerts/TellMe.tsx'
import { Footer } from './Footer.tsx'
import { NavigationBar } from './NavigationBar.tsx'
import type { PublicSettings } from './settings.ts'
import { settingsContext } from './settings.ts'

export type RootData = PublicSettings & { business: PublicBusiness }

/** Runs on the server alone: its data travels with the page. */
export async function rootLoader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const { data: business } = await context.get(apiContext)(businessRoutes.getBusiness)
  return { ...context.get(settingsContext), business }
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
