import { onFirstUse } from '~/platform/client/on-first-use.ts'
import { isStaff } from '~/platform/roles.ts'
import { toastError } from '~/platform/ui/toasts.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import type { Size } from '~/shop/orders/rules.ts'

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

/** What it does is downloaded with the first click: most visitors only look. */
export async function addToCart(product: Product, line?: { size: Size; quantity: number }) {
  try {
    const cart = await onFirstUse(import('./CartPage.tsx'))
    await cart.putIntoCart(product, line)
  } catch (error) {
    toastError(error)
  }
}
