const numbers = new Intl.NumberFormat('en-US')

/** 10000 as people write it: 10,000. */
export const counted = (count: number) => numbers.format(count)
