// By hand: the formats of Intl take a phone longer to make than a whole page takes to come alive.

/** 10000 as people write it: 10,000. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** 1 piece, 10,000 pieces. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`
