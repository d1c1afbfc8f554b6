import { onFirstUse } from '~/platform/client/on-first-use.ts'
import { toastError } from '~/platform/ui/toasts.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import type { Size } from '~/shop/orders/rules.ts'

/** What it does is downloaded with the first click: most visitors only look. */
export async function addToCart(product: Product, line?: { size: Size; quantity: number }) {
  try {
    const cart = await onFirstUse(import('./CartPage.tsx'))
    await cart.addToCart(product, line)
  } catch (error) {
    toastError(error)
  }
}
