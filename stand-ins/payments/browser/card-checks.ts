import { hasValidCheckDigit } from '../cards.ts'

/** What was typed, digits only. */
export type TypedCard = { number: string; expiry: string; cvc: string }
export type CardProblem = { type: 'validation_error'; code: string; message: string }

export const digitsOf = (text: string) => text.replace(/\D/g, '')

export const brandOf = (number: string) => {
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

const lengthOf = (number: string) => (brandOf(number) === 'amex' ? 15 : 16)
export const cvcLengthOf = (number: string) => (brandOf(number) === 'amex' ? 4 : 3)
export const isCompleteNumber = (number: string) =>
  number.length >= lengthOf(number) && hasValidCheckDigit(number)

/** In groups, as it is printed on the card. */
export function spacedNumber(number: string) {
  const groups = brandOf(number) === 'amex' ? [4, 6, 5] : [4, 4, 4, 4, 3]
  let at = 0
  const digits = groups.map((length) => {
    at += length
    return number.slice(at - length, at)
  })
  return digits.filter(Boolean).join(' ')
}

/** `5` can only be May; after the month comes the year. */
export function spacedExpiry(digits: string) {
  const full = digits.length === 1 && Number(digits) > 1 ? `0${digits}` : digits
  return full.length > 2 ? `${full.slice(0, 2)} / ${full.slice(2, 4)}` : full
}

/** Which field a problem is about; the first where it is about the card as a whole. */
export function cardFieldOf(code: string | undefined): keyof TypedCard | undefined {
  if (code === undefined) return undefined
  if (/expir/.test(code)) return 'expiry'
  return /cvc/.test(code) ? 'cvc' : 'number'
}

const problem = (code: string, message: string): CardProblem => ({ type: 'validation_error', code, message })

/** While typing, only what can no longer become valid is an error; to pay, everything must be filled in. */
export function cardProblem(card: TypedCard, isPaying: boolean, today = new Date()): CardProblem | undefined {
  const { number, cvc } = card
  if (number.length >= lengthOf(number) && !hasValidCheckDigit(number))
    return problem('invalid_number', 'Your card number is invalid.')
  if (isPaying && number.length < lengthOf(number))
    return problem('incomplete_number', 'Your card number is incomplete.')
  const expiry = expiryProblem(card.expiry, today)
  if (expiry) return expiry
  if (isPaying && card.expiry.length < 4)
    return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
  if (isPaying && cvc.length < cvcLengthOf(number))
    return problem('incomplete_cvc', "Your card's security code is incomplete.")
  return undefined
}

function expiryProblem(expiry: string, today: Date) {
  const month = Number(expiry.slice(0, 2))
  if (expiry.length >= 2 && !(month >= 1 && month <= 12))
    return problem('invalid_expiry_month', "Your card's expiration month is invalid.")
  if (expiry.length < 4) return undefined
  const year = 2000 + Number(expiry.slice(2))
  if (year < today.getFullYear())
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year === today.getFullYear() && month < today.getMonth() + 1)
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  return undefined
}
