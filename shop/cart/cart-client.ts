import { ApiError, api } from '~/platform/client/api.ts'
import { isStaff } from '~/platform/roles.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { cartRoutes } from '~/shop/account-routes.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { forgetViewed } from '~/shop/catalogue/viewed/viewed-parts.ts'
import { authApi, logOut as endSession } from '~/shop/identity/session/auth-client.ts'
import { loadedSession } from '~/shop/identity/session/private-get.ts'
import type { Size } from '~/shop/orders/rules.ts'
import { urls } from '~/shop/urls.ts'
import { currentCar } from '~/shop/vehicles/garage/garage.ts'
import { clearCart, storeCart, storedCart } from './cart-storage.ts'
import type { Cart } from './contract.ts'
import { dropCode, loadDiscount } from './discount-code.ts'
import type { CartLine, ListName } from './rules.ts'
import { fullWords, isSameLine, mostLines, toLine, withLine } from './rules.ts'

/** Whose cart it is; undefined for a visitor. Staff have none. */
async function customer() {
  const session = await loadedSession()
  return session.status === 'signed-in' && !isStaff(session.user.role) ? session.user.email : undefined
}

const keep = (cart: Cart, owner: string | undefined) => {
  storeCart({ lines: cart.lines.map(toLine), saved: cart.saved.map(toLine), owner })
  return cart
}

/** The cart with its parts as they are now. What was chosen before the log-in is merged into the account's, once. */
export async function loadCart(): Promise<Cart> {
  const owner = await customer()
  const { lines, saved, owner: storedFor } = storedCart()
  const body = { lines, saved }
  // Not stored: a part may have been added meanwhile, and the answer has the same lines with prices.
  if (!owner) return api(cartRoutes.checkCart, { body })
  const isVisitors = lines.length + saved.length > 0 && storedFor === undefined
  return keep(
    isVisitors ? await authApi(cartRoutes.mergeCart, { body }) : await authApi(cartRoutes.getCart),
    owner,
  )
}

/** With what the code of the cart promises, if there is one. */
export async function loadCartAndCode() {
  const cart = await loadCart()
  return { cart, discount: await loadDiscount(cart, await customer()) }
}
export type CartAndCode = Awaited<ReturnType<typeof loadCartAndCode>>

/** Sets one line of a list, in which it is from then on; a quantity of 0 removes it. */
export async function changeLine(line: CartLine, list: ListName = 'lines') {
  const owner = await customer()
  if (owner) {
    const body = list === 'saved' ? { ...line, saved: true } : line
    return void keep(await authApi(cartRoutes.setCartLine, { body }), owner)
  }
  const cart = withLine<CartLine>(storedCart(), line, list)
  if (cart[list].length > mostLines) throw new ApiError(422, 'cart_full', fullWords[list])
  storeCart(cart)
}

const smallest = ({ orderQty }: Pick<Product, 'orderQty'>) => ({ size: 'M' as Size, quantity: orderQty })

/** Adds to what is there of the same size, up to what is left. */
export async function putIntoCart(
  product: Product,
  added: { size: Size; quantity: number } = smallest(product),
) {
  const { _id: productId, productName, price, availableQty } = product
  await joinAccount()
  const { lines, saved } = storedCart()
  const isSame = (line: CartLine) => isSameLine(line, { productId, size: added.size })
  const known = lines.find(isSame)
  const wanted = (known?.quantity ?? 0) + added.quantity
  const quantity = Math.min(wanted, availableQty)
  await changeLine({
    productId,
    size: added.size,
    quantity,
    price,
    car: drivenCar() ?? (known ?? saved.find(isSame))?.car,
  })
  const words =
    wanted > availableQty
      ? `All ${availableQty} that are left of ${productName} are in your cart`
      : `${productName} is in your cart`
  toast('success', words, { actions: [{ text: 'Cart', run: openCart }] })
}

function drivenCar() {
  const car = currentCar()
  return car && { vehicleId: car.vehicleId, facts: car.facts }
}

/** One part of an earlier purchase, for the car that it was bought for or none. */
export type PartAgain = { orderId: string; car?: { vehicleId: string; facts: string } | undefined }

/** The parts of an earlier purchase, for the car that is driven now; returns what could not be had. */
export async function orderAgain(purchaseId: string, part?: PartAgain) {
  const input = { params: { id: purchaseId }, body: part ?? { car: drivenCar() } }
  const { cart, shortages } = await authApi(cartRoutes.orderAgain, input)
  keep(cart, await customer())
  if (shortages.length === 0)
    toast('success', cart.lines.length > 1 ? 'The parts are in your cart' : 'The part is in your cart', {
      actions: [{ text: 'Cart', run: openCart }],
    })
  return shortages
}

/** The link in the header knows the way. */
export const openCart = () => document.querySelector<HTMLElement>(`a[href="${urls.cart()}"]`)?.click()

/** After the log-in: what the visitor has chosen becomes the account's. Known already, nothing is asked. */
export async function joinAccount() {
  const owner = await customer()
  if (owner && storedCart().owner !== owner) await loadCart().catch(() => {})
}

/** The account's cart stays with the account, and leaves this browser. */
export async function leaveAndLogOut() {
  await endSession()
  forgetViewed()
  dropCode()
  // Of somebody who is signed out it is empty; a visitor's own stays.
  const { lines, saved } = storedCart()
  if (lines.length + saved.length === 0) clearCart()
}
