import { expect, test } from 'vitest'
import { optionalNumber } from './field-kinds.ts'

const warranty = optionalNumber('Warranty in months', 'order_qty', { min: 1 })

test('an optional number may be left out, and is null in its column then', () => {
  expect([warranty.isOptional, warranty.problem('')]).toEqual([true, undefined])
  expect(['', '24'].map((text) => warranty.toColumn(warranty.fromText(text)))).toEqual([null, 24])
  expect([null, 24].map((stored) => warranty.input.text(warranty.fromColumn(stored)))).toEqual(['', '24'])
  expect([warranty.input.now(''), warranty.input.now(24)]).toEqual(['Now empty', 'Now 24'])
})

test.each(['0', '1.5', '-1', 'two', '99999999999'])('%s is no such number', (text) =>
  expect(warranty.problem(text)).toMatch(/^Warranty in months must be/),
)
