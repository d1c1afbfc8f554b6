import { expect, test } from 'vitest'
import { isPrintable, textWidth, wrapText, writePdf } from './pdf.server.ts'

const aPage = (text: string) => ({ texts: [{ text, x: 50, y: 50 }], rules: [] })

test('every object stands where the table at the end of the file says', () => {
  const file = writePdf({ title: 'Receipt', pages: [aPage('One'), aPage('Two')] }).toString('latin1')
  const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(file)!
  const table = file.slice(Number(start))
  expect(table).toMatch(/^xref\n0 10\n0000000000 65535 f \n/)
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(9)
  for (const [n, offset] of offsets.entries())
    expect(file.slice(offset)).toMatch(new RegExp(`^${n + 1} 0 obj\n`))
  for (const [, length, content] of file.matchAll(/<<\/Length (\d+)>>stream\n([\s\S]*?)\nendstream/g))
    expect(content).toHaveLength(Number(length))
})

test('nothing in a text can end it', () => {
  const file = writePdf({ title: ') >> endobj', pages: [aPage('(a) \\) <b> endstream')] }).toString('latin1')
  expect(file.match(/endstream/g)).toHaveLength(1)
  expect(file).toContain(`<${Buffer.from('(a) \\) <b> endstream').toString('hex')}> Tj`)
})

test('letters of western Europe can be shown, those of other scripts cannot', () => {
  for (const text of ['Müller & Søn', '5 × 4½ – “best” €', '5W‑30', 'Zoë'.normalize('NFD')])
    expect(isPrintable(text)).toBe(true)
  for (const text of ['Łukasz', '山田', 'Ольга', 'שלום', '🚗', 'a\u0000b'])
    expect(isPrintable(text)).toBe(false)
  expect(() => writePdf({ title: 'Receipt', pages: [aPage('山田')] })).toThrow('cannot show')
})

test('a long text is wrapped at its spaces, and a long word where the line ends', () => {
  const text = `Brake disc front left ${'x'.repeat(60)}`
  const lines = wrapText(text, 100)
  expect(lines[0]).toBe('Brake disc front left')
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(100)
})
