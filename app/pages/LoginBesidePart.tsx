import { useEffect, useState } from 'react'
import { Link, Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { RedirectToLogin } from '~/shop/identity/session/Guard.tsx'
import type { ReturnToState } from '~/shop/identity/session/return-to.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { LoginPage } from '~/shop/identity/sign-in/LoginPage.tsx'
import { productIn, urls } from '~/shop/urls.ts'
import { CarLine } from './CarLine.tsx'
import type { PartData } from './load-part.ts'
import { partView } from './part-view.ts'

/**
 * The log-in, and beside it the part that led to it. For visitors the address of a part and that of the log-in are one page:
 * nothing of it is made anew on the way, so the focus, what was typed and the picture stay.
 */
export function Component() {
  const { pathname, state } = useLocation()
  const session = useSession()
  // The server knows nothing of where one came from.
  const isHydrated = useHydrated()
  const { from } = (isHydrated && (state as Partial<ReturnToState> | null)) || {}
  const opened = productIn(pathname)
  const wanted = opened ?? productIn(from)
  const part = useWanted(wanted)
  return (
    <>
      {wanted && <CarLine />}
      {opened && session.status === 'signed-in' ? (
        <Outlet />
      ) : (
        <div className={opened && 'visitors-part'}>
          <LoginPage beside={wanted && shown(part)} {...(opened && part && descriptionOf(part))} />
        </div>
      )}
      {opened && session.status === 'loading' && comingForTheKnown}
      {opened && session.status === 'visitor' && <RedirectToLogin />}
      {!opened && <CartJoinsAccount />}
    </>
  )
}

/** What a visitor has put into the cart comes along to the account. */
function CartJoinsAccount() {
  useEffect(
    () => () => void import('~/shop/cart/cart-client.ts').then(({ joinAccount }) => joinAccount()),
    [],
  )
  return null
}

type Wanted = { id: string; part: PartData | null }

/** Sent with its own page, or else loaded; null when it cannot be had. Nobody else downloads what shows a part. */
function useWanted(id: string | undefined) {
  const sent = useRouteLoaderData<PartData | null>('part')
  const [kept, setKept] = useState<Wanted>()
  const isKept = kept !== undefined && kept.id === id
  useEffect(() => {
    if (id && sent !== undefined) setKept({ id, part: sent })
  }, [id, sent])
  useEffect(() => {
    if (!id || sent !== undefined || isKept) return
    let isGone = false
    async function load(wanted: string) {
      const [{ loadPart }] = await Promise.all([import('./load-part.ts'), import('./WantedPart.tsx')])
      return loadPart(wanted)
    }
    void load(id)
      .catch(() => undefined)
      .then((part) => isGone || setKept({ id, part: part ?? null }))
    return () => {
      isGone = true
    }
  }, [id, sent, isKept])
  return sent !== undefined || !isKept ? sent : kept.part
}

function shown(part: PartData | null | undefined) {
  const { WantedPart } = partView
  if (part === null) return notLoaded
  return part && WantedPart ? <WantedPart key={part.product._id} part={part} /> : comingPart
}

const descriptionOf = ({ product: { productName, productDescription } }: PartData) => ({
  page: productName,
  description: productDescription.slice(0, 150),
})

/** Until it is known who looks, that may be somebody who is signed in: then something turns instead. */
const comingForTheKnown = (
  <div role="status" className="for-the-known loading min-h-[50vh] place-items-center">
    <span className="cover-wheel" aria-hidden="true" />
    <span className="sr-only">Loading</span>
  </div>
)

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
  <div className="grid content-start justify-items-start gap-4 pt-4">
    <p role="alert" className="lead">
      The part could not be loaded. Log in to see it.
    </p>
    <p className="text-muted">
      It may have been taken out of the shop, its address may be mistyped, or the connection was interrupted.
    </p>
    <Link to={urls.shop()} className="btn btn-quiet">
      All parts
    </Link>
  </div>
)
