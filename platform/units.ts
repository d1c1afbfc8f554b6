const units = '[ckm]?m[²³]?|k?V|m?Ah?|k?W|k?g|ml|l|L|Nm|bar|Hz|°C|%'
const beforeUnit = new RegExp(`(\\d) (${units})(?![\\p{L}\\d])`, 'gu')

/** No line ends between a number and its unit: 120 A, 25 mm². */
export const keepUnits = (text: string) => text.replace(beforeUnit, '$1\u00a0$2')
