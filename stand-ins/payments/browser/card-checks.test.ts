import { expect, test } from 'vitest'
import { hasValidCheckDigit, testCards } from '../cards.ts'
import { cardProblem, spacedExpiry, spacedNumber } from './card-checks.ts'

const right = { number: '4242424242424242', expiry: '1299', cvc: '123' }
const today = new Date('2026-11-16')

test('every test card has a right check digit, and a mistyped one has not', () => {
  for (const { number } of testCards) expect(hasValidCheckDigit(number)).toBe(true)
  expect(hasValidCheckDigit('4242424242424241')).toBe(false)
})

test('numbers and dates are shown in groups', () => {
  expect(spacedNumber('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(spacedNumber('378282246310005')).toBe('3782 822463 10005')
  expect(spacedNumber('42424')).toBe('4242 4')
  expect(spacedExpiry('5')).toBe('05')
  expect(spacedExpiry('1299')).toBe('12 / 99')
})

test.each([
  [{ number: '4242424242424241' }, 'Your card number is invalid.'],
  [{ number: '4242' }, 'Your card number is incomplete.'],
  [{ expiry: '1326' }, "Your card's expiration month is invalid."],
  [{ expiry: '1225' }, "Your card's expiration year is in the past."],
  [{ expiry: '1026' }, "Your card's expiration date is in the past."],
  [{ expiry: '12' }, "Your card's expiration date is incomplete."],
  [{ cvc: '12' }, "Your card's security code is incomplete."],
  [{ number: '378282246310005' }, "Your card's security code is incomplete."],
])('with %o one cannot pay', (wrong, message) => {
  expect(cardProblem({ ...right, ...wrong }, true, today)?.message).toBe(message)
})

test('what is only unfinished is no mistake while one types', () => {
  expect(cardProblem({ number: '4242', expiry: '1', cvc: '' }, false, today)).toBeUndefined()
  expect(cardProblem(right, true, today)).toBeUndefined()
})
