import { describe, expect, test } from 'vitest'
import { byteOrderMark, CsvProblem, csvLine, fromCsv } from './csv.ts'

const toCsv = (rows: (string | number)[][]) => byteOrderMark + rows.map(csvLine).join('')

const cells = (text: string) => fromCsv(text).map((row) => row.cells)

test('what is written is read back exactly, whatever it holds', () => {
  const rows = [
    ['name', 'text'],
    ['=1+1', '+1'],
    ['-1', '@x'],
    ["'=1", "''@x"],
    ["'plain", '\tx'],
    ['a "b", c', 'two\nlines\r\nthree'],
    [' spaces ', 'ü € 漢字 😀'],
    ['', 'x'],
  ]
  expect(cells(toCsv(rows))).toEqual(rows)
})

test.each(['=cmd|x', '+1', '-2+3', '@SUM(A1)', '\tx', '\rx', '＝1'])('%j never begins a cell', (text) => {
  const written = toCsv([['name', text]]).slice(1)
  expect(written).toMatch(/^name,"?'/)
})

test('a file begins with the mark of UTF-8, its lines end as the standard says', () => {
  expect(toCsv([['a', 1]])).toBe('\uFEFFa,1\r\n')
})

describe('reading', () => {
  test('takes all line ends, an end without one, empty last cells and semicolons', () => {
    expect(cells('a,b\r1,2\n3,4\r\n\r\n5,')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', ''],
    ])
    expect(cells('a;b\n"x;y";1,5')).toEqual([
      ['a', 'b'],
      ['x;y', '1,5'],
    ])
  })
  test('leaves out columns at the end that have neither a name nor anything in them', () => {
    expect(cells('a,b,, \n1,2,,\n3,,,x')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '', '', 'x'],
    ])
  })
  test('knows the line on which each row begins', () => {
    expect(fromCsv('a,b\n"x\ny",1\n\nz,2').map(({ line }) => line)).toEqual([1, 2, 5])
  })
  test('ends at once with a table that is wider or longer than any that people work with', () => {
    const wide = Array.from({ length: 80_000 }, (_, n) => `c${n}`).join(',')
    expect(() => fromCsv(`${wide}\n1`)).toThrow(new CsvProblem(1, 'At most 60 columns can be read.'))
    expect(() => fromCsv(`a\n${wide}`)).toThrow(new CsvProblem(2, 'At most 60 columns can be read.'))
    expect(() => fromCsv('a\n'.repeat(200_000))).toThrow('At most 100,000 lines can be read.')
    expect(cells(Array.from({ length: 60 }, (_, n) => `c${n}`).join(','))[0]).toHaveLength(60)
  })
  test('names the line of a broken quotation', () => {
    expect(() => fromCsv('a\nb\n"c')).toThrow(
      new CsvProblem(3, 'A quotation mark is opened here and never closed.'),
    )
    expect(() => fromCsv('a\n"b"c')).toThrow(
      new CsvProblem(2, 'There is text behind a closing quotation mark.'),
    )
  })
})
