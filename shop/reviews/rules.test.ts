import { expect, test } from 'vitest'
import { characters, longestReview, reviewHint, withinLimit } from './rules.ts'

test.each([
  [0, 'Hey, Ada! Minimum 100 characters required'],
  [1, 'Hey, Ada! Minimum 100 characters required'],
  [99, 'Hey, Ada! Minimum 100 characters required'],
  [100, undefined],
  [249, undefined],
  [250, 'Stop, Ada! You have reached the limit'],
])('a review of %i characters is commented with: %s', (length, hint) => {
  expect(reviewHint('x'.repeat(length), 'Ada')).toBe(hint)
})

test('a review has at most 250 characters, and an emoji is one', () => {
  expect(longestReview).toBe(250)
  expect(characters('🚗'.repeat(250))).toBe(250)
})

test('what is typed or pasted beyond 250 characters is cut where it was put in, and the rest stays', () => {
  const full = '🚗'.repeat(200) + 'x'.repeat(50)
  expect(withinLimit(full, full.length)).toEqual({ text: full, caret: full.length })
  const pasted = `ab${full}`
  expect(withinLimit(pasted, 2)).toEqual({ text: full, caret: 0 })
  const emoji = '🚗'.repeat(300)
  expect(withinLimit(emoji, emoji.length).text).toBe('🚗'.repeat(250))
})
