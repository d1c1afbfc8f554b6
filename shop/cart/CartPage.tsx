import { useEffect } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, replace, useLoaderData, useRevalidator } from 'react-router'
import { isStaff } from '~/platform/roles.ts'
import { Loading } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { closeOffers, toastError } from '~/platform/ui/toasts.ts'
import { useBusiness } from '~/shop/business/use-business.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { useLiveProducts } from '~/shop/catalogue/product/use-live-products.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { RelatedSections } from '~/shop/related/RelatedParts.tsx'
import type { KnownRelated } from '~/shop/related/use-related.ts'
import { loadRelated, useRelated } from '~/shop/related/use-related.ts'
import { urls } from '~/shop/urls.ts'
import { CartLines } from './CartLines.tsx'
import type { CartAndCode } from './cart-client.ts'
import { loadCartAndCode, putIntoCart } from './cart-client.ts'
import type { Cart } from './contract.ts'
import { keepCode } from './discount-code.ts'
import { savingsOf } from './line-words.ts'
import { noCartForStaff } from './rules.ts'
import { SavedLines } from './SavedLines.tsx'
import { Totals } from './Totals.tsx'
import { useCart } from './use-cart.ts'
import { useMisfits } from './use-misfits.ts'

type CartData = CartAndCode & { related: KnownRelated }

/** With what goes with it, so that nothing moves when that comes. A code of the address is the cart's from then on. */
export async function loader({ request }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) {
    if (code.trim()) keepCode(code.slice(0, 200))
    return replace(urls.cart())
  }
  const { cart, discount } = await loadCartAndCode()
  return { cart, discount, related: await loadRelated({ cart: partsIn(cart) }) }
}

const partsIn = ({ lines }: Cart) => [...new Set(lines.map(({ productId }) => productId))]

function CartPage() {
  const loaded = useLoaderData<CartData | undefined>()
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
        <Contents {...loaded} isCustomer={session.status === 'signed-in'} />
      )}
    </div>
  )
}

type Props = CartData & { isCustomer: boolean }

function Contents({ cart: loaded, discount, related: first, isCustomer }: Props) {
  const { cart, change, move, removeSaved, answer, saveAll, reload } = useCart(loaded)
  const misfits = useMisfits(cart.lines)
  const savings = savingsOf(cart.lines, discount?.offered)
  const related = useRelated({ cart: partsIn(cart) }, first)
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
    <>
      <div className="mt-6 flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-10">
        <CartLines
          lines={cart.lines}
          shares={savings.shares}
          onChange={change}
          onSave={(line) => move(line, 'saved')}
          onAnswer={answer}
          misfits={misfits}
        />
        <Totals
          cart={cart}
          discount={discount}
          savings={savings}
          misfits={misfits}
          isCustomer={isCustomer}
          saved={saveAll}
          reload={reload}
        />
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
      <RelatedSections related={related} Action={PutIntoThis} />
    </>
  )
}

/** On a card below the cart. */
function PutIntoThis({ product }: { product: Product }) {
  const { revalidate } = useRevalidator()
  const put = () => putIntoCart(product).then(revalidate, toastError)
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small relative z-10"
      aria-label={`Add to cart: ${product.productName}`}
      onClick={() => void put()}
    >
      Add to cart
    </button>
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
