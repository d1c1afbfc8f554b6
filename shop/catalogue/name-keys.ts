import { numberKey, readNumbers } from './numbers/number-lines.ts'
import { searchable } from './rules.ts'

type Named = { productName: string; brand: string; numbers: string }

/**
 * Names are unique but for parts that their own numbers tell apart: the later ones of a name have their number behind
 * it in the key. The sign between them is in no name.
 */
export const numberMark = '\u001f'

export const nameInKey = (nameKey: string) => nameKey.split(numberMark, 1)[0]!

/** Undefined for a part without a number of its own. */
export function numberedNameKey(product: Named) {
  const [own] = ownNumbers(product)
  return own && `${searchable(product.productName)}${numberMark}${own.brandKey} ${own.numberKey}`
}

/** How the own numbers of a part are compared: each is there once per brand. */
export const ownNumbers = ({ brand, numbers }: Pick<Named, 'brand' | 'numbers'>) =>
  readNumbers(numbers)
    .filter(({ kind }) => kind === 'own')
    .map(({ number }) => ({ number, brandKey: searchable(brand), numberKey: numberKey(number) }))
