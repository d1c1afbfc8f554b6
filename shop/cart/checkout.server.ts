import { toDollars } from '~/platform/money.ts'
import { refuse } from '~/shop/orders/place/contract.ts'
import type { Wanted } from '~/shop/orders/place/place-purchase.server.ts'
import { isPayable } from '~/shop/orders/rules.ts'

/** Refused with all that has changed since the customer saw the cart: its page says so beside each line. */
export const asPurchase = (lines: Wanted['lines'], totalCents: number): Wanted => ({
  lines,
  isFree: totalCents === 0,
  requireAsSeen({ problems, goodsCents, feeCents }) {
    const cents = goodsCents + feeCents
    if (problems.length > 0) throw refuse('lines_not_available', { details: { lines: problems } })
    if (cents !== totalCents) throw refuse('total_changed', { details: { total: toDollars(cents) } })
    if (!isPayable(cents)) throw refuse('not_chargeable')
  },
})
