import { expect, test } from 'vitest'
import type { FeedItem } from './rules.ts'
import { feedProblems, feedText, isSoldGtin } from './rules.ts'

test.each([
  ['4006381333931', true],
  ['96385074', true],
  ['012345678905', true],
  ['14006381333938', true],
  ['4006381333932', false],
  ['400638133393', false],
  ['2000000000008', false],
  ['0200000000004', false],
  ['0500000000003', false],
  ['9810000000001', false],
  ['9900000000004', false],
  ['0000000000000', false],
  ['02345673', false],
  ['', false],
  ['ABCDEFGH', false],
])('a number that is sold by: %s is %s', (digits, is) => {
  expect(isSoldGtin(digits)).toBe(is)
})

const good: FeedItem = {
  id: 'a1',
  title: 'Brake disc',
  description: 'Vented, < 5 mm of wear & more',
  link: 'https://parts.example/services/a1',
  image: 'https://parts.example/images/a-1200.webp',
  moreImages: [],
  isInStock: true,
  priceCents: 6890,
  brand: 'Brembo',
  gtin: null,
  mpn: 'CP-1',
  productType: 'Brakes > Discs',
  weightGrams: null,
}

test.each<[Partial<FeedItem>, string[]]>([
  [{}, []],
  [{ title: 'x'.repeat(150), description: 'x'.repeat(5000) }, []],
  [{ title: 'x'.repeat(151) }, ['title_too_long']],
  [{ title: '\u200b' }, ['title']],
  [{ description: '' }, ['description']],
  [{ description: 'x'.repeat(5001) }, ['description_too_long']],
  [{ description: 'It is <b>round</b>' }, ['html']],
  [{ title: 'Nuts &amp; bolts' }, ['html']],
  [{ priceCents: 0 }, ['price']],
  [{ image: '' }, ['picture']],
  [{ image: 'https://cdn.example/a.svg' }, ['picture_format']],
  [{ image: 'https://cdn.example/a.avif?w=1' }, ['picture_format']],
  [{ image: 'https://cdn.example/picture/7' }, []],
  [{ image: 'data:image/png;base64,AAAA' }, ['picture_address']],
  [{ brand: ' ' }, ['brand']],
  [{ mpn: null }, ['number']],
  [{ mpn: null, gtin: '4006381333931' }, []],
  [{ gtin: '4006381333932' }, ['gtin']],
  [{ link: 'https://parts.example.evil/services/a1' }, ['link']],
  [{ priceCents: 0, brand: '', mpn: null }, ['price', 'brand', 'number']],
])('what is wrong with %o', (change, problems) => {
  expect(feedProblems({ ...good, ...change }, 'https://parts.example')).toEqual(problems)
})

test('what no feed can hold is left out of a text, and nothing else', () => {
  expect(feedText(' a\u0001\u000b\uffff\ud800b\r\nc\t😀 שלום ')).toBe('a\ufffdb\nc\t😀 שלום')
})
