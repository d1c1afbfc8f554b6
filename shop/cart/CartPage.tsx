import { useEffect } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { isStaff } from '~/platform/roles.ts'
import { Loading } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { closeOffers } from '~/platform/ui/toasts.ts'
import { useBusiness } from '~/shop/business/use-business.ts'
import { useLiveProducts } from '~/shop/catalogue/product/use-live-products.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { urls } from '~/shop/urls.ts'
import { CartLines } from './CartLines.tsx'
import { loadCart } from './cart-client.ts'
import type { Cart } from './contract.ts'
import { noCartForStaff } from './rules.ts'
import { SavedLines } from './SavedLines.tsx'
import { Totals } from './Totals.tsx'
import { useCart } from './use-cart.ts'
import { useMisfits } from './use-misfits.ts'

export const loader = () => loadCart()

function CartPage() {
  const loaded = useLoaderData<Cart | undefined>()
  const session = useSession()
  const { revalidate } = useRevalidator()
  useLiveProducts(() => void revalidate())
  // “… is in your cart” led here.
  useEffect(closeOffers, [])
  if (!loaded || session.status === 'loading') return <Loading />
  const isOfStaff = session.status === 'signed-in' && isStaff(session.user.role)
  return (
    <div className="container-page pt-6 pb-14 lg:pt-10">
      <Title page="Cart" />
      <h1 className="headline">Cart</h1>
      {isOfStaff ? (
        <p className="mt-6 rounded-control bg-warn-tint px-4 py-3 font-medium text-warn">{noCartForStaff}</p>
      ) : (
        <Contents cart={loaded} isCustomer={session.status === 'signed-in'} />
      )}
    </div>
  )
}

type Props = { cart: Cart; isCustomer: boolean }

function Contents({ cart: loaded, isCustomer }: Props) {
  const { cart, change, move, removeSaved, answer, saveAll, reload } = useCart(loaded)
  const misfits = useMisfits(cart.lines)
  const { notice } = useBusiness().returns
  const saved = cart.saved.length > 0 && (
    <SavedLines lines={cart.saved} onBack={(line) => move(line, 'lines')} onRemove={removeSaved} />
  )
  if (cart.lines.length === 0)
    return (
      <div className="mt-8 grid gap-10">
        <Empty />
        {saved}
      </div>
    )
  return (
    <div className="mt-6 flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-10">
      <CartLines
        lines={cart.lines}
        onChange={change}
        onSave={(line) => move(line, 'saved')}
        onAnswer={answer}
        misfits={misfits}
      />
      <Totals cart={cart} misfits={misfits} isCustomer={isCustomer} saved={saveAll} reload={reload} />
      {notice && (
        <a href={notice} className="grid justify-items-start gap-2 text-sm lg:col-start-1">
          <img
            src={notice}
            alt="Notice on the legal guarantee"
            loading="lazy"
            className="max-h-72 max-w-full rounded-control border border-line bg-white object-contain"
          />
          <span className="text-link">Legal guarantee, in full size</span>
        </a>
      )}
      {saved && <div className="mt-4 lg:col-start-1">{saved}</div>}
    </div>
  )
}

const Empty = () => (
  <div className="panel grid justify-items-center gap-4 px-6 py-16 text-center">
    <p className="font-display text-[28px] font-bold">Your cart is empty</p>
    <p className="lead">A part in the cart is not reserved: it is yours once you order it.</p>
    <Link to={urls.shop()} className="btn btn-main">
      Shop the parts
    </Link>
  </div>
)

// The header and the cards of parts load all of this with the first click: one script instead of three.
export { leaveAndLogOut, putIntoCart } from './cart-client.ts'
export { CartPage as Component }
