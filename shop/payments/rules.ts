export const currency = 'usd'

/** What the provider takes by card, at least and at most. */
const smallestCents = 50
const largestCents = 99_999_999

/** Exactly, or not at all: 19.99 is 1999 cents, 19.999 is no price. */
export function centsOf(dollars: number) {
  const cents = Math.round(dollars * 100)
  return cents / 100 === dollars ? cents : undefined
}

export const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

export const isChargeable = (cents: number) => cents >= smallestCents && cents <= largestCents

export const isTransactionId = (text: string) => /^pi_[A-Za-z0-9]{8,64}$/.test(text)
