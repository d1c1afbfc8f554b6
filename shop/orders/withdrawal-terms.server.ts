import type { PurchaseRow } from '~/database/tables.ts'
import { days, hours } from '~/platform/time.ts'
import { placeOf } from '~/shop/addresses/place.ts'
import { addressIn } from './deliver/delivery-rules.ts'

/** For how long who may withdraw from a purchase, as the owner has set it. */
export type WithdrawalTerms = {
  /** After the last part has arrived; 0 where nobody may. */
  days: number
  isForEverybody: boolean
  /** Sending the parts back. */
  isPaidByShop: boolean
  /** Where they go, line by line. */
  returnTo: string
}

/** The European Union with what of it has a code of its own, and the others of the European Economic Area. */
const europe = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX GF GP MF MQ RE YT IS LI NO'.split(
    ' ',
  ),
)

type About = Pick<PurchaseRow, 'address' | 'place' | 'delivered_at' | 'withdrawable_until'>

/** A country that nobody can be sure of takes no right away. */
function isPromised({ days: count, isForEverybody }: WithdrawalTerms, purchase: About) {
  if (count === 0) return false
  const address = addressIn(purchase)
  const country = (address && placeOf(address)?.country) ?? purchase.place?.slice(0, 2)
  return isForEverybody || !country || europe.has(country)
}

const lastDayAfter = (deliveredAt: string, count: number) =>
  new Date(Date.parse(deliveredAt.slice(0, 10)) + days(count)).toISOString().slice(0, 10)

/** The last day to withdraw, as it is stored when the last part has arrived: shorter terms take it from nobody later. */
export const lastDayToStore = (terms: WithdrawalTerms, purchase: About, deliveredAt: string) =>
  isPromised(terms, purchase) ? lastDayAfter(deliveredAt, terms.days) : null

/** Undefined where there is no such right. Before the last part has arrived it has no last day. */
export function rightToWithdraw(terms: WithdrawalTerms, purchase: About): { until?: string } | undefined {
  const { delivered_at: deliveredAt, withdrawable_until: stored } = purchase
  if (!deliveredAt) return isPromised(terms, purchase) ? {} : undefined
  const [until] = [stored, lastDayToStore(terms, purchase, deliveredAt)]
    .filter((day) => day !== null)
    .toSorted()
    .toReversed()
  return until ? { until } : undefined
}

/** The day ends when it has ended everywhere on earth: nobody who reads its date comes too late on it. */
export const isTooLate = ({ until }: { until?: string }, at: string) =>
  until !== undefined && Date.parse(at) >= Date.parse(until) + hours(36)

/** Of the law, after the statement; the shop may wait for the parts. */
const refundWithinDays = 14

export const refundDayOf = (declaredAt: string) => lastDayAfter(declaredAt, refundWithinDays)
