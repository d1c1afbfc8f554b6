import { countries, statesOf } from './countries.ts'
import type { Address } from './rules.ts'

/** Where on earth something goes, by codes: what delivery and tax are decided by. */
export type Place = {
  /** ISO 3166-1, two letters. */
  country: string
  /** The part of ISO 3166-2 behind the country, where it has states. */
  region?: string | undefined
  postcode?: string | undefined
}

const folded = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt']

/** As people write them whom no list has asked. */
const otherNames: Record<string, string> = {
  US: 'USA|U.S.A.|United States of America|The United States|America',
  GB: 'UK|Great Britain|Britain|England|Scotland|Wales|Northern Ireland',
  NL: 'Holland|The Netherlands',
  CZ: 'Czech Republic',
  AE: 'UAE',
  KR: 'Korea|Republic of Korea',
  RU: 'Russian Federation',
  TR: 'Turkey',
}

let codes: Map<string, string> | undefined

function codesByName() {
  const found = new Map<string, string>()
  // The first one stays: what two languages call differently is meant in the language of the shop.
  const add = (name: string | undefined, code: string) => {
    if (name && !found.has(folded(name))) found.set(folded(name), code)
  }
  for (const { code, name } of countries) add(name, code)
  for (const { code } of countries) add(code, code)
  for (const [code, names] of Object.entries(otherNames)) for (const name of names.split('|')) add(name, code)
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const { code } of countries) add(names.of(code), code)
  }
  return found
}

/** Of a country as it was typed; undefined where nobody can be sure which one is meant. */
export function countryCodeOf(name: string) {
  codes ??= codesByName()
  return codes.get(folded(name))
}

/** By its code or its name; undefined for a country without states, and for what is none of them. */
export function regionCodeOf(countryCode: string, state: string | undefined) {
  if (!state) return undefined
  const country = countries.find(({ code }) => code === countryCode)?.name
  return statesOf(country).find(({ code, name }) => [code, name].some((it) => folded(it) === folded(state)))
    ?.code
}

/** Parts of the United States that are countries in lists and states on letters. */
const territories: Record<string, string> = {
  PR: 'Puerto Rico',
  GU: 'Guam',
  VI: 'U.S. Virgin Islands',
  AS: 'American Samoa',
  MP: 'Northern Mariana Islands',
}

/** Undefined where the country is not known, which is then asked for and never guessed. */
export function placeOf({
  country: name,
  countryCode,
  state,
  postalCode,
}: Pick<Address, 'country' | 'countryCode' | 'state' | 'postalCode'>): Place | undefined {
  const code = countryCodeOf(name) ?? countryCode
  if (!code) return undefined
  const postcode = postalCode || undefined
  const territory =
    code === 'US' &&
    state &&
    Object.entries(territories).find((entry) => entry.some((it) => folded(it) === folded(state)))
  if (territory) return { country: territory[0], postcode }
  return { country: code, region: regionCodeOf(code, state), postcode }
}

/** False where nobody knows where one of them is. */
export const isSamePlace = (one: Place | undefined, other: Place | undefined) =>
  one !== undefined &&
  one.country === other?.country &&
  one.region === other.region &&
  one.postcode === other.postcode

/** As a person calls it: California, United States. */
export function placeName({ country, region }: Place) {
  const name = countries.find(({ code }) => code === country)?.name ?? country
  const state = region && (statesOf(name).find(({ code }) => code === region)?.name ?? region)
  return state ? `${state}, ${name}` : name
}
