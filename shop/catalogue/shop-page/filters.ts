import { lengthOfFilter, mostFilters } from '../list-rules.ts'

/** What a list is narrowed to, by the names of the address. */
export type Filters = {
  brand: string[]
  attr: string[]
  priceFrom: string
  priceTo: string
  stock: string
  /** The car that the list is for, and what is known about it. */
  car: string
  facts: string
  /** Those that were not checked against the car, instead of those that fit. */
  fit: string
}

/** What is not understood in an address is ignored. */
export function readFilters(query: URLSearchParams | FormData): Filters {
  const all = (name: string) =>
    query
      .getAll(name)
      .map(String)
      .filter((text) => text && text.length <= lengthOfFilter(name))
      .slice(0, mostFilters)
  const price = (name: string) => {
    const typed = String(query.get(name) ?? '').trim()
    return /^\d{1,7}([.,]\d{1,2})?$/.test(typed) ? typed : ''
  }
  const [car = ''] = all('car')
  return {
    brand: all('brand'),
    attr: all('attr'),
    priceFrom: price('priceFrom'),
    priceTo: price('priceTo'),
    stock: query.get('stock') === 'in' ? 'in' : '',
    car,
    facts: (car && all('facts')[0]) || '',
    fit: car && query.get('fit') === 'unknown' ? 'unknown' : '',
  }
}

export type Chosen = { text: string; without: Partial<Filters> }

/** Each filter that is set, and what is left of the filters without it. */
export function chosenFilters(
  { brand, attr, priceFrom, priceTo, stock, car, fit }: Filters,
  carName = 'the car',
): Chosen[] {
  const others = (all: string[], one: string) => all.filter((other) => other !== one)
  const withoutCar = { car: '', facts: '', fit: '' }
  return [
    ...(car ? [{ text: fit ? `Not checked: ${carName}` : `Fits ${carName}`, without: withoutCar }] : []),
    ...(stock ? [{ text: 'In stock', without: { stock: '' } }] : []),
    ...(priceFrom ? [{ text: `From $${priceFrom}`, without: { priceFrom: '' } }] : []),
    ...(priceTo ? [{ text: `Up to $${priceTo}`, without: { priceTo: '' } }] : []),
    ...brand.map((one) => ({ text: `Brand: ${one}`, without: { brand: others(brand, one) } })),
    ...attr.map((one) => ({ text: one, without: { attr: others(attr, one) } })),
  ]
}

export const noFilters: Filters = {
  brand: [],
  attr: [],
  priceFrom: '',
  priceTo: '',
  stock: '',
  car: '',
  facts: '',
  fit: '',
}
