export const currency = 'usd'

/** What the provider takes by card, at least and at most. */
const smallestCents = 50
const largestCents = 99_999_999

export const isChargeable = (cents: number) => cents >= smallestCents && cents <= largestCents

export const isTransactionId = (text: string) => /^pi_[A-Za-z0-9]{8,64}$/.test(text)

export const notChargeable = 'A card can pay from $0.50 up to $999,999.99.'
