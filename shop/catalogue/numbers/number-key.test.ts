import { expect, test } from 'vitest'
import { keyOfNumber, mistakeColumns, numberCandidates, numberKey } from './number-lines.ts'

test.each([
  ['1K0 615 301 AA', '1K0615301AA'],
  ['1k0-615-301aa', '1K0615301AA'],
  ['iKO.6I5.30i.aa', '1K0615301AA'],
  [' 0 986 479 R37 ', '0986479R37'],
  ['４００７２４９', '4007249'],
  ['ОР123', '0P123'],
])('a part number is compared without spaces, signs and look-alikes: %s', (typed, key) => {
  expect(numberKey(typed)).toBe(key)
})

const keysIn = (q: string) => numberCandidates(q).map(({ key }) => key)

test('a search may be a number as a whole, in words side by side, or in one word', () => {
  expect(keysIn('1K0 615 301 AA')[0]).toBe('1K0615301AA')
  expect(keysIn('brake disc 1K0 615 301')).toContain('1K0615301')
  expect(keysIn('disc CP-30112-B front')).toContain('CP30112B')
})

test('words and short measures are no part numbers', () => {
  expect(keysIn('brake disc')).toEqual([])
  expect(keysIn('H4')).toEqual([])
  expect(keysIn('disc 312 mm vented')).toEqual(['312MM'])
})

test('a search of ten thousand characters has few candidates', () => {
  expect(numberCandidates('12345 '.repeat(2000)).length).toBeLessThanOrEqual(24)
  expect(numberCandidates('1'.repeat(10_000))).toEqual([])
})

test('the columns that find a mistake say where it can be', () => {
  expect(mistakeColumns('CP30112B')).toEqual({
    number_key: 'CP30112B',
    key_backwards: 'B21103PC',
    key_ends: 'CP2B',
  })
})

test('a UPC, an EAN and a GTIN of the same piece are the same number, and the case of ten is another', () => {
  const key = (number: string) => keyOfNumber({ kind: 'ean', number })
  const same = ['036000291452', '0036000291452', '00036000291452', '0 36000-29145 2']
  expect(new Set(same.map(key))).toEqual(new Set(['0036000291452']))
  expect(key('10036000291459')).toBe('10036000291459')
  for (const typed of ['036000291452', '00036000291452'])
    expect(numberCandidates(typed).map((candidate) => candidate.key)).toContain('0036000291452')
  expect(keyOfNumber({ kind: 'own', number: '036000291452' })).toBe('036000291452')
})
