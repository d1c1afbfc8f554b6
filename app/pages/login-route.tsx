import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { WantedPart } from '~/shop/catalogue/product-page/WantedPart.tsx'
import type { ReturnState } from '~/shop/identity/session/return-to.ts'
import { LoginPage } from '~/shop/identity/sign-in/LoginPage.tsx'
import { productIn } from '~/shop/urls.ts'

/** A visitor who wanted to see a part logs in beside it. */
export function Component() {
  // The server knows nothing of where one came from.
  const isHydrated = useHydrated()
  const { from } = (useLocation().state ?? {}) as Partial<ReturnState>
  const wanted = isHydrated ? productIn(from) : undefined
  // What a visitor has put into the cart comes along to the account.
  useEffect(
    () => () => void import('~/shop/cart/cart-client.ts').then(({ joinAccount }) => joinAccount()),
    [],
  )
  return <LoginPage beside={wanted && <WantedPart key={wanted} id={wanted} />} />
}
