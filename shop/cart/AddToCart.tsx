import { isStaff } from '~/platform/roles.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { addToCart } from './add-to-cart.ts'

/** On the card of a part. */
export function AddToCart({ product }: { product: Product }) {
  const session = useSession()
  if (!isOrderable(product) || (session.status === 'signed-in' && isStaff(session.user.role))) return null
  return (
    <button
      type="button"
      className="btn btn-quiet relative z-10"
      aria-label={`Add to cart: ${product.productName}`}
      onClick={() => void addToCart(product)}
    >
      Add to cart
    </button>
  )
}
