import { expect, test } from 'vitest'
import { decimalMarkOf, plainNumber } from './number-format.ts'

test.each([
  ['1.234,56', ',', '1234.56'],
  ['1 234,50', ',', '1234.5'],
  ["1'234,50", ',', '1234.5'],
  ['2,0', ',', '2'],
  ['10', ',', '10'],
  ['1.000', ',', '1000'],
  ['-3', ',', '-3'],
  ['$ 12,50', ',', '12.5'],
  ['1,234.56', '.', '1234.56'],
  ['1,000', '.', '1000'],
  ['.5', '.', '0.5'],
  ['12.9900', '.', '12.99'],
  ['12.50 USD', '.', '12.5'],
] as const)('%s with “%s” is %s', (text, mark, plain) => expect(plainNumber(text, mark)).toBe(plain))

test.each([
  ['1.23', ','],
  ['1.2345', ','],
  ['1,2,3', ','],
  ['12,50', '.'],
  ['1 2', '.'],
  ['12,50 €', ','],
  ['on request', '.'],
  ['', '.'],
  ['.', '.'],
] as const)('%s with “%s” is no number', (text, mark) => expect(plainNumber(text, mark)).toBeUndefined())

test('the mark of decimals is known by the first number that shows it', () => {
  expect(decimalMarkOf(['10', '1.234', '12,5', '1.5'])).toBe(',')
  expect(decimalMarkOf(['1,234', '0.99'])).toBe('.')
  expect(decimalMarkOf(['1.234.567'])).toBe(',')
  expect(decimalMarkOf(['10', '1.234', '1,234', 'M8 x 1.25'])).toBeUndefined()
})
