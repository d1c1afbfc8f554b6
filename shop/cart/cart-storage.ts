import { storedToken } from '~/shop/identity/session/session-store.ts'
import { sizes } from '~/shop/orders/rules.ts'
import type { CartLine } from './rules.ts'
import { mostLines, piecesIn } from './rules.ts'

/** The cart in this browser: a visitor's own, or a copy of the account's, for the number in the header. */
export type StoredCart = { lines: CartLine[]; owner?: string | undefined }

const key = 'cart'
let inMemory: StoredCart = { lines: [] }

export function storedCart(): StoredCart {
  const { lines, owner } = read()
  // The copy of somebody who has been signed out elsewhere is for nobody.
  if (owner && !storedToken()) return { lines: [] }
  return { lines: Array.isArray(lines) ? lines.filter(isLine).slice(0, mostLines) : [], owner }
}

export function storeCart(cart: StoredCart) {
  inMemory = cart
  try {
    if (cart.lines.length === 0 && !cart.owner) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ ...cart, pieces: piecesIn(cart.lines) }))
  } catch {
    // Storage may be forbidden, or full: then the cart lasts as long as this page.
  }
  showNumber()
}

function read(): Partial<StoredCart> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return inMemory
  }
}

/** Anybody can write into the storage of a browser, also an older version of the shop. */
const isLine = (line: Partial<CartLine> | null): line is CartLine =>
  typeof line?.productId === 'string' &&
  sizes.some((size) => size === line.size) &&
  Number.isInteger(line.quantity) &&
  line.quantity! > 0 &&
  (!line.car || (typeof line.car.vehicleId === 'string' && typeof line.car.facts === 'string'))

function showNumber() {
  const { style } = document.documentElement
  const pieces = piecesIn(storedCart().lines)
  if (pieces > 0) style.setProperty('--cart', `"${pieces}"`)
  else style.removeProperty('--cart')
}

addEventListener('storage', (event) => {
  if (event.key === key) showNumber()
})
