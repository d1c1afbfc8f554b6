import { longestFilter, mostFilters } from '../list-rules.ts'

/** What a list is narrowed to, by the names of the address. */
export type Filters = { brand: string[]; attr: string[]; priceFrom: string; priceTo: string; stock: string }

/** What is not understood in an address is ignored. */
export function readFilters(query: URLSearchParams | FormData): Filters {
  const all = (name: string) =>
    query
      .getAll(name)
      .map(String)
      .filter((text) => text && text.length <= longestFilter)
      .slice(0, mostFilters)
  const price = (name: string) => {
    const typed = String(query.get(name) ?? '').trim()
    return /^\d{1,7}([.,]\d{1,2})?$/.test(typed) ? typed : ''
  }
  return {
    brand: all('brand'),
    attr: all('attr'),
    priceFrom: price('priceFrom'),
    priceTo: price('priceTo'),
    stock: query.get('stock') === 'in' ? 'in' : '',
  }
}

export type Chosen = { text: string; without: Partial<Filters> }

/** Each filter that is set, and what is left of the filters without it. */
export function chosenFilters({ brand, attr, priceFrom, priceTo, stock }: Filters): Chosen[] {
  const others = (all: string[], one: string) => all.filter((other) => other !== one)
  return [
    ...(stock ? [{ text: 'In stock', without: { stock: '' } }] : []),
    ...(priceFrom ? [{ text: `From $${priceFrom}`, without: { priceFrom: '' } }] : []),
    ...(priceTo ? [{ text: `Up to $${priceTo}`, without: { priceTo: '' } }] : []),
    ...brand.map((one) => ({ text: `Brand: ${one}`, without: { brand: others(brand, one) } })),
    ...attr.map((one) => ({ text: one, without: { attr: others(attr, one) } })),
  ]
}

export const noFilters: Filters = { brand: [], attr: [], priceFrom: '', priceTo: '', stock: '' }
