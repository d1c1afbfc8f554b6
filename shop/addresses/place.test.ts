import { expect, test } from 'vitest'
import { countryOfLanguage } from './countries.ts'
import { countryCodeOf, placeName, placeOf } from './place.ts'

test.each([
  ['United Kingdom', 'GB'],
  ['UK', 'GB'],
  ['england', 'GB'],
  ['USA', 'US'],
  [' u.s. ', 'US'],
  ['Vereinigte Staaten', 'US'],
  ['Deutschland', 'DE'],
  ['ALLEMAGNE', 'DE'],
  ['España', 'ES'],
  ['Cote d’Ivoire', 'CI'],
  ['Turkey', 'TR'],
  ['de', 'DE'],
])('the country %j is %s', (name, code) => {
  expect(countryCodeOf(name)).toBe(code)
})

test.each(['Neverland', '日本国?', 'Korea or Japan', '', 'U'])(
  'nobody guesses which country %j is',
  (name) => {
    expect(countryCodeOf(name)).toBeUndefined()
  },
)

const at = (country: string, state?: string, countryCode?: string) =>
  placeOf({ country, state, countryCode, postalCode: '1' })

test('a state counts by its code or its name, and only where the country has such a state', () => {
  expect(at('United States', 'OH')).toEqual({ country: 'US', region: 'OH', postcode: '1' })
  expect(at('USA', 'new york')).toMatchObject({ country: 'US', region: 'NY' })
  expect(at('United States', 'Bavaria')?.region).toBeUndefined()
  expect(at('Germany', 'BY')?.region).toBeUndefined()
  expect([at('US', 'Puerto Rico')?.country, at('Puerto Rico')?.country]).toEqual(['PR', 'PR'])
})

test('a name that is known decides before a code that was sent with it', () => {
  expect(at('Germany', undefined, 'US')?.country).toBe('DE')
  expect(at('Saksa', undefined, 'DE')?.country).toBe('DE')
  expect(at('Neverland')).toBeUndefined()
})

test('a place has a name for people', () => {
  expect(placeName({ country: 'US', region: 'CA' })).toBe('California, United States')
  expect(placeName({ country: 'DE' })).toBe('Germany')
})

test.each([
  ['en-US', 'US'],
  ['en-us', 'US'],
  ['zh-Hans-CN', 'CN'],
  ['de-CH-1996', 'CH'],
  // Chromium on a machine without a language.
  ['en-US@posix', 'US'],
  ['de', undefined],
  ['zh-Hant', undefined],
  ['', undefined],
])('a browser in %j proposes the country %s', (language, code) => {
  expect(countryOfLanguage(language)?.code).toBe(code)
})
