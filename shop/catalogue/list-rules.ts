export const sorts = ['featured', 'price-low', 'price-high', 'name', 'newest'] as const
export type Sort = (typeof sorts)[number]

/** Parameters of an address that narrow the list. */
export const filterNames = ['brand', 'attr', 'priceFrom', 'priceTo', 'stock', 'car', 'facts', 'fit'] as const
export const mostFilters = 50
/** As long as an attribute with its name may be. */
export const longestFilter = 102
/** Of the car that a list is for: its id, and what is known about it. */
export const filterLengths = { car: 120, facts: 600 }
export const lengthOfFilter = (name: string) => filterLengths[name as 'car'] ?? longestFilter

export const productsPerPage = 24

/** One word with four digits or more is the number of a part rather than what it is. */
export const isPartNumber = (q: string) => /^\S+$/.test(q) && /(?:\d\D*){4}/.test(q)
