import { describe, expect, test } from 'vitest'
import { csvLines, csvRows } from './csv-lines.server.ts'
import { byteOrderMark, csvLine } from './csv-text.ts'
import { FileProblem } from './file-problem.ts'

const toCsv = (rows: (string | number)[][]) => byteOrderMark + rows.map(csvLine).join('')

async function all<Item>(items: AsyncIterable<Item>) {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** In pieces as small as a byte, between which anything may be cut. */
async function* inPieces(text: string, bytes = 64 * 1024) {
  const file = Buffer.from(text)
  for (let n = 0; n < file.length; n += bytes) yield file.subarray(n, n + bytes)
}
const rowsOf = (text: string, bytes?: number) => all(csvRows(inPieces(text, bytes)))
const cells = async (text: string, bytes?: number) => (await rowsOf(text, bytes)).map((row) => row.cells)

test.each([1, 7, 64 * 1024])(
  'what is written is read back exactly, whatever it holds, in pieces of %d bytes',
  async (bytes) => {
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
    expect(await cells(toCsv(rows), bytes)).toEqual(rows)
  },
)

const table = {
  columns: ['a', 'b'],
  required: ['a'],
  read: (values: Record<string, string | undefined>) => ({ values }),
}
const linesOf = (text: string) => all(csvLines(table, inPieces(text)))

describe('reading', () => {
  test('takes all line ends, an end without one, empty last cells and semicolons', async () => {
    expect(await cells('a,b\r1,2\n3,4\r\n\r\n5,')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', ''],
    ])
    expect(await cells('a;b\n"x;y";1,5')).toEqual([
      ['a', 'b'],
      ['x;y', '1,5'],
    ])
  })
  test('leaves out columns at the end that have neither a name nor anything in them', async () => {
    expect(await linesOf('a,b,, \n1,2,,\n3,,,x')).toEqual([
      { line: 2, values: { a: '1', b: '2' } },
      { line: 3, problems: ['There are more cells than columns'] },
    ])
  })
  test('knows the line on which each row begins', async () => {
    const rows = await rowsOf('a,b\n"x\ny",1\n\nz,2\r\n"1\r\n2\n3",4\nlast,')
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 5, 6, 9])
  })
  test('takes inches as they are typed', async () => {
    expect(await cells('a,b\nRim 19" black,"5"" x"\n"""Best"" rim",1')).toEqual([
      ['a', 'b'],
      ['Rim 19" black', '5" x'],
      ['"Best" rim', '1'],
    ])
  })
  test('ends with a table that is wider than any that people work with', async () => {
    const wide = Array.from({ length: 80_000 }, (_, n) => `c${n}`).join(',')
    await expect(rowsOf(`${wide}\n1`)).rejects.toThrow(
      new FileProblem(1, ['At most 60 columns can be read.']),
    )
    await expect(rowsOf(`a\n${wide}`)).rejects.toMatchObject({ line: 2 })
    expect((await cells(Array.from({ length: 60 }, (_, n) => `c${n}`).join(',')))[0]).toHaveLength(60)
  })
  test('names the line of a broken quotation', async () => {
    const [open, text] = [
      'A quotation mark is opened here and never closed.',
      'There is text behind a closing quotation mark.',
    ]
    for (const [csv, line, message] of [
      ['a\nb\n"c', 3, open],
      ['a\n\n\n"c\nd\ne', 4, open],
      [`a\n"${'x\n'.repeat(600_000)}`, 2, open],
      ['a\n"b"c', 2, text],
      ['a,b\n1,2\n"b" c,"3"', 3, text],
    ] as const)
      await expect(rowsOf(csv)).rejects.toMatchObject({ line, messages: [message] })
  })
  test('names all that is wrong with the columns', async () => {
    await expect(linesOf('b,b,c\n1,2,3')).rejects.toMatchObject({
      line: 1,
      messages: ['The column a is missing.', 'There is no column named “c”.', 'The column b is there twice.'],
    })
    await expect(linesOf('')).rejects.toMatchObject({ line: 1, messages: ['The file is empty'] })
  })
})
