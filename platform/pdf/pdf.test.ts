import { expect, test } from 'vitest'
import { pdfTexts } from '~/test/pdf-texts.ts'
import { isPrintable, openPdf, pdfBytes } from './pdf.server.ts'

const written = async (text: string) => {
  const pdf = await openPdf({ title: 'Receipt', createdAt: new Date(0) })
  pdf.addPage().font('regular', 10).text(text, 50, 50)
  return pdfBytes(pdf)
}

test('letters of Latin, Greek and Cyrillic scripts can be shown, those of others cannot', async () => {
  for (const text of ['Müller & Søn', '5 × 4½ – “best” €', '5W‑30', 'Zoë'.normalize('NFD'), 'a\tb'])
    expect(await isPrintable(text)).toBe(true)
  for (const text of ['Łukasz', 'Ναταλία', 'Ольга', 'Ğ ş ı', 'Nguyễn Văn Ế'])
    expect(await isPrintable(text)).toBe(true)
  for (const text of ['李', '山田', 'שלום', '🚗', 'a\u0000b']) expect(await isPrintable(text)).toBe(false)
})

test('a text can be copied out of the file as it was written', async () => {
  for (const text of ['Łukasz Żółć', 'Ναταλία', 'Ольга', '(a) \\) <b> endstream'])
    expect(pdfTexts(await written(text))).toEqual([text])
})

test('the same input is the same file, byte by byte', async () => {
  expect(await written('Łukasz')).toEqual(await written('Łukasz'))
})
