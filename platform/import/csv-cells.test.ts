import { expect, test } from 'vitest'
import { byteOrderMark, csvLine } from '~/platform/import/csv-text.ts'

const toCsv = (rows: (string | number)[][]) => byteOrderMark + rows.map(csvLine).join('')

test.each(['=cmd|x', '+1', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1'])('%j never begins a cell', (text) => {
  const written = toCsv([['name', text]]).slice(1)
  expect(written).toMatch(/^name,"?'/)
})

test('a file begins with the mark of UTF-8, its lines end as the standard says', () => {
  expect(toCsv([['a', 1]])).toBe('\uFEFFa,1\r\n')
})
