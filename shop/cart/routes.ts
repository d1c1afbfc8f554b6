import type { Routes } from '~/platform/client/route.ts'
import type { CartContract } from './contract.ts'

export const cartRoutes: Routes<CartContract> = {
  getCart: { method: 'GET', path: '/api/cart' },
  setCartLine: { method: 'PUT', path: '/api/cart/lines' },
  mergeCart: { method: 'POST', path: '/api/cart/merge' },
  checkCart: { method: 'POST', path: '/api/cart/check' },
  orderAgain: { method: 'POST', path: '/api/purchases/:id/again' },
  checkout: { method: 'POST', path: '/api/checkout' },
}
