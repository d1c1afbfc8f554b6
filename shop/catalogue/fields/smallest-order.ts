import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import { isChargeable, notChargeable } from '~/shop/payments/rules.ts'

type Priced = { price: number; orderQty: number }

export const smallestOrderWords = (amount: string) =>
  `The smallest order of this part comes to ${amount}. ${notChargeable}`

/**
 * What the smallest order of a part comes to when no card can pay that; undefined for what is free, and for one that was
 * there before and keeps its price and quantity.
 */
export function unpayableSmallestOrder(after: Priced, before?: Priced) {
  if (before && before.price === after.price && before.orderQty === after.orderQty) return undefined
  const cents = toCents(after.price) * after.orderQty
  return cents === 0 || isChargeable(cents) ? undefined : formatDollars(toDollars(cents))
}
