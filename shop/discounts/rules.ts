import { formatDollars, toDollars } from '~/platform/money.ts'
import { sharesOf } from '~/shop/rates/tax.ts'

/** What a code promises, in cents. */
export type DiscountTerms = {
  code: string
  kind: 'percent' | 'amount'
  /** In hundredths of a percent, or in cents. */
  value: number
  /** Of the parts that it is for, before the discount. */
  minimumCents: number
  /** The parts that it is for, in words; empty for all parts. */
  parts: string
}

type Line = { unitCents: number; quantity: number; isEligible: boolean }

/** What a code takes off the lines it is for; or why it takes off nothing. */
export type Discount = { cents: number; shares: number[] }
export type DiscountProblem =
  | { problem: 'not_for_these_parts' }
  | { problem: 'below_minimum'; missingCents: number }
  | { problem: 'saves_nothing' }

const whole = 10_000

/**
 * One number of the sum of the lines that the code is for, half cents up, and then the share of each of these lines: rounded
 * line by line it would be off by some cents. Never more than these lines cost.
 */
export function discountOf(terms: DiscountTerms, lines: Line[]): Discount | DiscountProblem {
  const { kind, value, minimumCents } = terms
  const weights = lines.map(({ unitCents, quantity, isEligible }) => (isEligible ? unitCents * quantity : 0))
  const sum = weights.reduce((all, cents) => all + cents, 0)
  if (!lines.some(({ isEligible }) => isEligible)) return { problem: 'not_for_these_parts' }
  if (sum < minimumCents) return { problem: 'below_minimum', missingCents: minimumCents - sum }
  const cents = kind === 'percent' ? percentOf(sum, value) : Math.min(value, sum)
  return cents > 0 ? { cents, shares: sharesOf(cents, weights) } : { problem: 'saves_nothing' }
}

/** Half cents up. The product of a large sum is beyond what a number holds. */
const percentOf = (cents: number, hundredths: number) =>
  Number((2n * BigInt(cents) * BigInt(hundredths) + BigInt(whole)) / BigInt(2 * whole))

/** As codes are compared: case, spaces, hyphens and characters that nobody sees do not matter. Undefined for what is none. */
export function codeKey(typed: string) {
  const key = typed
    .slice(0, longestTyped)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
  return /^[A-Z0-9]+$/.test(key) && key.length <= longestCode ? key : undefined
}

export const shortestCode = 4
export const longestCode = 30
/** What is longer is no code, however it is spaced. */
export const longestTyped = 200

/** What is wrong with a code that an admin makes; it stands on receipts, whose PDF has these letters in any case. */
export function newCodeProblem(typed: string) {
  const key = codeKey(typed)
  if (!/^[A-Za-z0-9-]+$/.test(typed) || !key) return 'A code has the letters A to Z, digits and hyphens'
  return key.length < shortestCode
    ? `A code has at least ${shortestCode} letters and digits`
    : key.length > longestCode
      ? `A code has at most ${longestCode} letters and digits`
      : undefined
}

/** That a code is for, each by itself; more of them are a category. */
export const mostCodeParts = 100

/** Parts that cost nothing need no payment and are kept for good, so nobody may have them without end. */
export const canMakeFree = ({
  kind,
  value,
  minimumCents,
}: Pick<DiscountTerms, 'kind' | 'value' | 'minimumCents'>) =>
  kind === 'percent' ? value >= whole : minimumCents <= value

const dollars = (cents: number) => formatDollars(toDollars(cents))

/** 1250 is 12.5 %. */
export const shownValue = ({ kind, value }: Pick<DiscountTerms, 'kind' | 'value'>) =>
  kind === 'percent' ? `${value / 100} %` : dollars(value)

/** Why a code takes nothing off a cart, and what would make it valid. */
export function problemWords(found: DiscountProblem, { code, minimumCents, parts }: DiscountTerms) {
  const of = parts ? ` of ${parts}` : ''
  if (found.problem === 'below_minimum')
    return `${code} is for a purchase from ${dollars(minimumCents)}${of}: ${dollars(found.missingCents)} to go.`
  return found.problem === 'saves_nothing'
    ? `${code} takes nothing off these parts.`
    : `${code} is for other parts: ${parts}.`
}

export const leavesTooLittle = (code: string, totalCents: number) =>
  `With ${code} only ${dollars(totalCents)} would be left to pay, and a card can pay from $0.50. Add a part, or order without the code.`
