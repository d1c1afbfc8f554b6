import { createStore } from '~/platform/client/store.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import { sizes } from '~/shop/orders/rules.ts'
import type { CartLine } from './rules.ts'
import { mostLines, piecesIn } from './rules.ts'

/** The cart in this browser: a visitor's own, or a copy of the account's, for the number in the header. */
export type StoredCart = { lines: CartLine[]; owner?: string | undefined }

const cartStore = createStore<StoredCart>(
  { lines: [] },
  {
    key: 'cart',
    read: toCart,
    write: ({ lines, owner }) =>
      lines.length > 0 || owner ? { lines, owner, pieces: piecesIn(lines) } : undefined,
  },
)
cartStore.subscribe(showNumber)

export const storeCart = cartStore.set

export function storedCart(): StoredCart {
  const cart = cartStore.get()
  // The copy of somebody who has been signed out elsewhere is for nobody.
  return cart.owner && !storedToken() ? { lines: [] } : cart
}

function toCart(stored: unknown): StoredCart {
  const { lines, owner } = (stored ?? {}) as Partial<StoredCart>
  return { lines: Array.isArray(lines) ? lines.filter(isLine).slice(0, mostLines) : [], owner }
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
