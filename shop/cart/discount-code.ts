import { ApiError, api } from '~/platform/client/api.ts'
import { createStore } from '~/platform/client/store.ts'
import { cartRoutes } from '~/shop/account-routes.ts'
import type { OfferedDiscount } from '~/shop/discounts/contract.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Cart, CartLineView } from './contract.ts'
import { toLine } from './rules.ts'

/** The code of a cart: what it promises, or why it cannot be used. */
export type CartDiscount = { code: string; offered?: OfferedDiscount; problem?: string }

/** It stays in this browser with the cart, through the log-in, too. */
const codeStore = createStore('', {
  key: 'discount-code',
  read: (stored) => (typeof stored === 'string' ? stored.slice(0, 200) : ''),
  write: (code) => code || undefined,
})

export const keepCode = (code: string) => codeStore.set(code.trim())

export function dropCode() {
  codeStore.set('')
  forgetOffer()
}

/** Pages are read again whenever somebody orders: what was answered for these parts is not asked for again. */
let known: { asked: string; answer: CartDiscount } | undefined
export const forgetOffer = () => {
  known = undefined
}

/** For the cart of somebody, or of a visitor. */
export async function loadDiscount(
  { lines }: Pick<Cart, 'lines'>,
  owner: string | undefined,
): Promise<CartDiscount | undefined> {
  const code = codeStore.get()
  if (!code || lines.length === 0) return undefined
  const asked = JSON.stringify([code, owner, [...new Set(lines.map(({ productId }) => productId))].sort()])
  if (known?.asked !== asked) {
    const answer = await ask(code, lines, owner)
    // Somebody who cannot be reached has not answered.
    if (!answer) return { code, problem: unreachable }
    known = { asked, answer }
  }
  return known.answer
}

async function ask(code: string, lines: CartLineView[], owner: string | undefined) {
  const input = { body: { code, lines: lines.map(toLine) } }
  try {
    const offered = owner
      ? await authApi(cartRoutes.askOwnDiscount, input)
      : await api(cartRoutes.askDiscount, input)
    return { code: offered.code, offered }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 0 || error.status >= 500
      ? undefined
      : { code, problem: error.fields?.code ?? error.message }
  }
}

const unreachable = 'The shop could not look at this code. Please try again.'
