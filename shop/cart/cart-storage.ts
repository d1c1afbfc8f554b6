import { createStore } from '~/platform/client/store.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import { sizes } from '~/shop/orders/rules.ts'
import type { CartLine, CartLists } from './rules.ts'
import { mostLines, piecesIn } from './rules.ts'

/** The cart in this browser: a visitor's own, or a copy of the account's, for the number in the header. */
export type StoredCart = CartLists & { owner?: string | undefined }

const key = 'cart'
const empty: StoredCart = { lines: [], saved: [] }

const cartStore = createStore<StoredCart>(empty, {
  key,
  read: toCart,
  write: ({ lines, saved, owner }) =>
    lines.length > 0 || saved.length > 0 || owner
      ? { lines, saved, owner, pieces: piecesIn(lines) }
      : undefined,
})
cartStore.subscribe(showNumber)

export const storeCart = cartStore.set
export const clearCart = () => storeCart(empty)

/** Called when another tab has changed the cart. */
export function onCartOfOtherTab(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

export function storedCart(): StoredCart {
  const cart = cartStore.get()
  // The copy of somebody who has been signed out elsewhere is for nobody.
  return cart.owner && !storedToken() ? empty : cart
}

function toCart(stored: unknown): StoredCart {
  const { lines, saved, owner } = (stored ?? {}) as Partial<StoredCart>
  return { lines: toLines(lines), saved: toLines(saved), owner }
}

function toLines(stored: unknown) {
  return Array.isArray(stored) ? stored.filter(isLine).slice(0, mostLines) : []
}

/** Anybody can write into the storage of a browser, also an older version of the shop. */
function isLine(line: Partial<CartLine> | null): line is CartLine {
  return (
    typeof line?.productId === 'string' &&
    sizes.some((size) => size === line.size) &&
    Number.isInteger(line.quantity) &&
    line.quantity! > 0 &&
    (!line.car || (typeof line.car.vehicleId === 'string' && typeof line.car.facts === 'string'))
  )
}

function showNumber() {
  const { style } = document.documentElement
  const pieces = piecesIn(storedCart().lines)
  if (pieces > 0) style.setProperty('--cart', `"${pieces}"`)
  else style.removeProperty('--cart')
}
