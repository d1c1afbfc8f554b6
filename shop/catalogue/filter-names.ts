/** By what the list of parts is narrowed, in the order of an address. Every page needs them for its links; what they mean comes with the lists. */
export const filterNames = ['brand', 'attr', 'priceFrom', 'priceTo', 'stock', 'car', 'facts', 'fit'] as const
export type FilterName = (typeof filterNames)[number]
