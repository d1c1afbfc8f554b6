import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDollars } from '~/platform/money.ts'
import { localDay, localMinute, localSecond, longDay, shortDay } from './dates.ts'
import { formatCount } from './figures.ts'

const as = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', options)
  // Newer versions put a narrow space before AM and PM.
  return (at: Date) => format.format(at).replace(/\u202f/g, ' ')
}

test('amounts are written as Americans write them', () => {
  const expected = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(formatDollars(cents / 100)).toBe(expected.format(cents / 100))
    }),
  )
})

test('counts are written as Americans write them', () => {
  const expected = new Intl.NumberFormat('en-US')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (count) => {
      expect(formatCount(count)).toBe(expected.format(count))
    }),
  )
})

test.each([
  ['days', localDay, as({ dateStyle: 'medium' })],
  ['minutes', localMinute, as({ dateStyle: 'medium', timeStyle: 'short' })],
  ['seconds', localSecond, as({ dateStyle: 'medium', timeStyle: 'medium' })],
  ['days everywhere', longDay, as({ dateStyle: 'long', timeZone: 'UTC' })],
  ['days without a year', shortDay, as({ month: 'short', day: 'numeric', timeZone: 'UTC' })],
])('%s are written as Americans write them', (_what, written, expected) => {
  const times = fc.date({ min: new Date('1998-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(times, (at) => {
      expect(written(at)).toBe(expected(at))
    }),
  )
})
