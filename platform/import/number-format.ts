/** What stands before the decimals. */
export type DecimalMark = ',' | '.'

const sign = '[+-]?'
const written: Record<DecimalMark, RegExp> = {
  ',': new RegExp(`^${sign}(?:\\d{1,3}(?:\\.\\d{3})+|\\d+)(?:,\\d+)?$`),
  '.': new RegExp(`^${sign}(?:\\d{1,3}(?:,\\d{3})+|\\d+)?(?:\\.\\d+)?$`),
}

/**
 * A number as programs write it, from one as people of a country do: “1.234,50” and “1 234,50” are 1234.5, “2,0” is 2.
 * Undefined when it is not written so: “1.23” is nothing where the decimals follow a comma.
 */
export function plainNumber(text: string, mark: DecimalMark): string | undefined {
  const bare = text.replace(/^\$|\$$|\bUSD\b/g, '').replace(/(?<=\d)[\s'’](?=\d{3})|^\s+|\s+$/g, '')
  if (!/\d/.test(bare) || !written[mark].test(bare)) return undefined
  const plain = mark === ',' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  return plain
    .replace(/^\+/, '')
    .replace(/^\./, '0.')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}

/** The mark of these numbers, where one of them shows it: “1.234” alone may be a thousand or one and a bit. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark | undefined {
  for (const text of texts) {
    const number = text.trim()
    if (/^\d{1,3}(\.\d{3})*,(\d{1,2}|\d{4,})$|^\d+,\d{1,2}$|^\d{1,3}(\.\d{3}){2,}$/.test(number)) return ','
    if (/^\d{1,3}(,\d{3})*\.(\d{1,2}|\d{4,})$|^\d+\.\d{1,2}$|^\d{1,3}(,\d{3}){2,}$/.test(number)) return '.'
  }
  return undefined
}
