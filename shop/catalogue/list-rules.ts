export const sorts = ['featured', 'price-low', 'price-high', 'name', 'newest'] as const
export type Sort = (typeof sorts)[number]

export const productsPerPage = 24

/** Parts side by side; lists, which let one choose them, need no more of comparing than this. */
export const mostCompared = 4

/** One word with four digits or more is the number of a part rather than what it is. */
export const isPartNumber = (q: string) => /^\S+$/.test(q) && /(?:\d\D*){4}/.test(q)

export const visibilities = ['shown', 'hidden'] as const
export type Visibility = (typeof visibilities)[number]

export const manageSorts = [
  'newest',
  'oldest',
  'name',
  'name-down',
  'stock-low',
  'stock-high',
  'price-low',
  'price-high',
] as const
export type ManageSort = (typeof manageSorts)[number]
