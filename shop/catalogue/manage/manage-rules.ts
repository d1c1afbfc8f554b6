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
