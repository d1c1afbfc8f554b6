import { expect, test } from 'vitest'
import { excerpt } from './text.ts'

test.each([
  ['Short.', 6, 'Short.'],
  ['One. Two.', 4, 'One…'],
  ['One. Two.', 5, 'One…'],
  ['One two', 4, 'One…'],
  ['🚗🚗🚗', 2, '🚗🚗…'],
])('of “%s” the first %i characters are shown as: %s', (text, length, shown) => {
  expect(excerpt(text, length)).toBe(shown)
})
