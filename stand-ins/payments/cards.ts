/** The documented test cards, under the names that the provider gives them. Any other number is refused. */
export type TestCard = {
  number: string
  name: string
  brand: 'visa' | 'mastercard' | 'amex'
  /** Shown on the payment page; cards without one are accepted but not listed. */
  hint?: string
  asksForAuthentication?: boolean
  declined?: { code: string; decline_code?: string; message: string }
  /** The result of its refunds, where they do not simply succeed. */
  refunds?: 'pending' | 'failed'
  /** The cardholder disputes the charge. */
  disputed?: boolean
}

const refused = (decline_code: string, message = 'Your card was declined.') => ({
  code: 'card_declined',
  decline_code,
  message,
})

export const testCards: TestCard[] = [
  { number: '4242424242424242', name: 'pm_card_visa', brand: 'visa', hint: 'pays' },
  { number: '4000056655665556', name: 'pm_card_visa_debit', brand: 'visa' },
  { number: '5555555555554444', name: 'pm_card_mastercard', brand: 'mastercard' },
  { number: '378282246310005', name: 'pm_card_amex', brand: 'amex' },
  {
    number: '4000000000000002',
    name: 'pm_card_visa_chargeDeclined',
    brand: 'visa',
    hint: 'is declined',
    declined: refused('generic_decline'),
  },
  {
    number: '4000000000009995',
    name: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    hint: 'has insufficient funds',
    declined: refused('insufficient_funds', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000009987',
    name: 'pm_card_visa_chargeDeclinedLostCard',
    brand: 'visa',
    declined: refused('lost_card'),
  },
  {
    number: '4000000000009979',
    name: 'pm_card_visa_chargeDeclinedStolenCard',
    brand: 'visa',
    declined: refused('stolen_card'),
  },
  {
    number: '4000000000000069',
    name: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    declined: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    name: 'pm_card_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    declined: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  {
    number: '4000000000000119',
    name: 'pm_card_chargeDeclinedProcessingError',
    brand: 'visa',
    declined: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  {
    number: '4000002500003155',
    name: 'pm_card_authenticationRequiredOnSetup',
    brand: 'visa',
    hint: 'asks for authentication',
    asksForAuthentication: true,
  },
  {
    number: '4000002760003184',
    name: 'pm_card_authenticationRequired',
    brand: 'visa',
    asksForAuthentication: true,
  },
  { number: '4000000000007726', name: 'pm_card_pendingRefund', brand: 'visa', refunds: 'pending' },
  { number: '4000000000005126', name: 'pm_card_refundFail', brand: 'visa', refunds: 'failed' },
  { number: '4000000000000259', name: 'pm_card_createDispute', brand: 'visa', disputed: true },
]

/** The Luhn check of a card number. */
export function hasValidCheckDigit(digits: string) {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place))
    const weighted = place % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}
