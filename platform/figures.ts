// By hand: the formats of Intl take a phone longer to make than a whole page takes to come alive.

/** 10000 as people write it: 10,000. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** 1 piece, 10,000 pieces. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const units = '[ckm]?m[²³]?|k?V|m?Ah?|k?W|k?g|ml|l|L|Nm|bar|Hz|°C|%'
const beforeUnit = new RegExp(`(\\d) (${units})(?![\\p{L}\\d])`, 'gu')

/** No line ends between a number and its unit, nor inside a measure: 120 A, 25 mm², 290 × 175 mm. */
export const keepUnits = (text: string) =>
  text.replace(beforeUnit, '$1\u00a0$2').replace(/(\d) × (?=\d)/g, '$1\u00a0×\u00a0')
