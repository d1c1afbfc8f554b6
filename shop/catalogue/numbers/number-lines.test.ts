import { expect, test } from 'vitest'
import { formatNumbers, numbersProblem, pastedNumbers, readNumbers } from './number-lines.ts'

const typed = `cp-30112-b
oe Volkswagen: 1K0 615 301 AA
Competitor Example Parts: 0 986 479 R37; Replaces: CP-30111-A
EAN: 4006381333931`

test('part numbers are typed one per line, with their kind and maker', () => {
  expect(numbersProblem(typed)).toBeUndefined()
  expect(readNumbers(typed)).toEqual([
    { kind: 'own', maker: '', number: 'cp-30112-b' },
    { kind: 'oe', maker: 'Volkswagen', number: '1K0 615 301 AA' },
    { kind: 'competitor', maker: 'Example Parts', number: '0 986 479 R37' },
    { kind: 'replaced', maker: '', number: 'CP-30111-A' },
    { kind: 'ean', maker: '', number: '4006381333931' },
  ])
})

test('they are written the same way for everybody, and read back as they were', () => {
  const written = formatNumbers(readNumbers(typed))
  expect(written.split('\n')[1]).toBe('OE Volkswagen: 1K0 615 301 AA')
  expect(readNumbers(written)).toEqual(readNumbers(typed))
})

test.each([
  ['Our: 12345', '“Our: 12345”: begin with Own, OE, Competitor, Replaces or EAN'],
  ['Competitor: 12345', '“Competitor: 12345”: say whose number it is, as in “Competitor Example: 123”'],
  ['Own Volkswagen: 12345', '“Own Volkswagen: 12345”: write “Own: 12345”'],
  ['ABC-DEF', '“ABC-DEF”: a part number has a digit'],
  [
    'EAN: 4006381333932',
    '“EAN: 4006381333932”: an EAN, UPC or GTIN has 8, 12, 13 or 14 digits, and the last one is a check digit',
  ],
  ['4,00E+12', '“4,00E+12”: a spreadsheet has shortened this number: write all of it, in a cell of text'],
  ['CP 1\nOwn: cp-1', '“Own: cp-1”: this number is there twice'],
  [`Own: ${'1'.repeat(49)}`, `“Own: ${'1'.repeat(49)}”: a number has at most 48 characters`],
  [Array.from({ length: 101 }, (_, n) => `Own: ${n + 1000}`).join('\n'), 'At most 100 part numbers'],
])('a line that is not right is named: %s', (text, problem) => {
  expect(numbersProblem(text)).toBe(problem)
})

test('lines and columns that are pasted become numbers; what they do not say is that of the row', () => {
  const pasted =
    'OE Volkswagen: 1K0 615\r\nOE\tAudi\t8P0 615\nEAN\t4006381333931\nSkoda\t5E0 615\n 77-8 ; ; AB:12'
  expect(pastedNumbers(pasted, { kind: 'competitor', maker: 'Example' })).toEqual([
    { kind: 'oe', maker: 'Volkswagen', number: '1K0 615' },
    { kind: 'oe', maker: 'Audi', number: '8P0 615' },
    { kind: 'ean', maker: '', number: '4006381333931' },
    { kind: 'competitor', maker: 'Skoda', number: '5E0 615' },
    { kind: 'competitor', maker: 'Example', number: '77-8' },
    { kind: 'competitor', maker: 'Example', number: 'AB:12' },
  ])
})
