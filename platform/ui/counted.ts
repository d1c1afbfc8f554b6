const numbers = new Intl.NumberFormat('en-US')

/** 10000 as people write it: 10,000. */
export const counted = (count: number) => numbers.format(count)

/** 1 piece, 10,000 pieces. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${counted(count)} ${count === 1 ? one : many}`
