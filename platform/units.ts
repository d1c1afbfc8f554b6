const units = '[ckm]?m[²³]?|k?V|m?Ah?|k?W|k?g|ml|l|L|Nm|bar|Hz|°C|%'
const beforeUnit = new RegExp(`(\\d) (${units})(?![\\p{L}\\d])`, 'gu')

/** No line ends between a number and its unit, nor inside a measure: 120 A, 25 mm², 290 × 175 mm. */
export const keepUnits = (text: string) =>
  text.replace(beforeUnit, '$1\u00a0$2').replace(/(\d) × (?=\d)/g, '$1\u00a0×\u00a0')
