import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
  'a spreadsheet takes %j for text, not for a formula',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '').startsWith(`'${text}`)).toBe(true)
  },
)

test('commas, quotes and line breaks stay in their cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain'])).toBe(
    '"a,b","say ""hi""","two\nlines",plain\r\n',
  )
})

test('a formula with a quote is both disarmed and quoted', () => {
  expect(csvLine(['=HYPERLINK("http://evil.example","x")'])).toBe(
    `"'=HYPERLINK(""http://evil.example"",""x"")"\r\n`,
  )
})

test('numbers stay numbers, also below zero, and nothing is an empty cell', () => {
  expect(csvLine([-3, 0, null, undefined, ''])).toBe('-3,0,,,\r\n')
})
