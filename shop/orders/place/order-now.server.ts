import type { Db } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { exactCents, toDollars } from '~/platform/money.ts'
import { productRowByName } from '~/shop/catalogue/store.server.ts'
import type { LineProblem } from '../rules.ts'
import { isPayable } from '../rules.ts'
import type { PlaceOrder } from './contract.ts'
import { refuse } from './contract.ts'
import type { Wanted } from './place-purchase.server.ts'

/** An order is a purchase of one line. What it is refused for is said in the words of its form. */
export async function asPurchase(db: Db, customer: Caller, input: PlaceOrder): Promise<Wanted> {
  const { quantity, size, price, car, email, productName } = input
  if (email !== undefined && email !== customer.email) throw refuse('other_email')
  const productId = input.productId || ((await productRowByName(db, productName!))?.id ?? '')
  return {
    lines: [{ productId, quantity, size, car }],
    isFree: !price,
    requireAsSeen({ problems: [problem], goodsCents }) {
      if (problem) throw inWordsOfForm(problem, quantity)
      if (!isPayable(goodsCents)) throw refuse('not_chargeable')
      // Nobody pays what they did not see: no price seen means free.
      if (exactCents(price ?? 0) !== goodsCents)
        throw refuse('price_changed', { details: { price: toDollars(goodsCents) } })
    },
  }
}

function inWordsOfForm({ problem, availableQty, minimum = 0 }: LineProblem, quantity: number) {
  if (problem === 'gone') return refuse('unknown_product')
  return quantity < minimum
    ? refuse('below_minimum', { field: 'quantity', values: { minimum } })
    : refuse('out_of_stock', { field: 'quantity', details: { availableQty } })
}
