import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import type { ReturnToState } from '~/shop/identity/session/return-to.ts'
import { LoginPage } from '~/shop/identity/sign-in/LoginPage.tsx'
import { productIn } from '~/shop/urls.ts'
import { CarLine } from './CarLine.tsx'
import { shownPart } from './shown-part.ts'

/** A visitor who wanted to see a part sees it beside the log-in. */
export function Component() {
  // The server knows nothing of where one came from.
  const isHydrated = useHydrated()
  const { from } = (useLocation().state ?? {}) as Partial<ReturnToState>
  const wanted = isHydrated ? productIn(from) : undefined
  // What a visitor has put into the cart comes along to the account.
  useEffect(
    () => () => void import('~/shop/cart/cart-client.ts').then(({ joinAccount }) => joinAccount()),
    [],
  )
  const shown = useWanted(wanted)
  return (
    <>
      {wanted && <CarLine />}
      <LoginPage beside={wanted && (shown ?? comingPart)} />
    </>
  )
}

/** Nobody else downloads what shows a part. Without it one can log in all the same. */
function useWanted(wanted: string | undefined) {
  const [shown, setShown] = useState(() => shownPart(wanted))
  const isShown = shown !== undefined && shown.id === wanted
  useEffect(() => {
    if (!wanted || isShown) return
    let isGone = false
    async function load(id: string) {
      const [{ WantedPart }, { loadPart }] = await Promise.all([
        import('./WantedPart.tsx'),
        import('./load-part.ts'),
      ])
      const part = await loadPart(id)
      return part ? <WantedPart part={part} /> : notLoaded
    }
    void load(wanted)
      .catch(() => notLoaded)
      .then((part) => isGone || setShown({ id: wanted, part }))
    return () => {
      isGone = true
    }
  }, [wanted, isShown])
  return isShown ? shown.part : undefined
}

/** In the places that the part will have; as tall as a phone, so that the card below it does not jump. */
const comingPart = (
  <div className="coming-part" aria-busy="true">
    <span className="sr-only">Loading the part…</span>
    <div className="seen" aria-hidden="true">
      <span className="gallery-main aspect-3/2 bg-sunken" />
      <div className="buy">
        <span className="h-4 w-24 rounded bg-sunken" />
        <span className="h-14 rounded bg-sunken" />
        <span className="h-8 w-32 rounded bg-sunken" />
        <span className="h-40 rounded bg-sunken" />
      </div>
    </div>
  </div>
)

const notLoaded = (
  <p role="alert" className="pt-4 text-muted">
    The part could not be loaded. Log in to see it.
  </p>
)
