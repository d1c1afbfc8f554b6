import type { XmlElement } from '~/platform/import/xml-elements.server.ts'
import { childrenOf, textIn } from '~/platform/import/xml-elements.server.ts'
import type { PartNumber } from '../numbers/number-lines.ts'
import { formatNumbers, isGtin, lineKey, mostNumbers, numberProblem } from '../numbers/number-lines.ts'
import { brandCodeOf, extended, said, segment } from './read-pies.server.ts'

/** The file of codes says so of a brand that has none. */
const noCode = 'ZZZN'

/** All numbers that the part is known by, as lines; what cannot be used is noted. */
export function numbersOf(item: XmlElement, own: string, note: (message: string) => void) {
  const all: PartNumber[] = [
    { kind: 'own', maker: '', number: own },
    ...gtinOf(item, note),
    ...oeNumbers(item),
    ...extended(item, 'PTN').map((number) => ({ kind: 'replaced' as const, maker: '', number })),
    ...interchange(item, note),
  ]
  const lines = new Map<string, string>()
  for (const { kind, maker, number } of all) {
    const read = {
      kind,
      maker: maker.replaceAll(':', ' ').trim(),
      number: number.replace(/\s+/g, ' ').trim(),
    }
    if (numberProblem(read, { mayBeNobodys: true })) note('A number that cannot be one is left out')
    else if (lines.size < mostNumbers) lines.set(lineKey(read), formatNumbers([read]))
    else note(`More than ${mostNumbers} numbers of a part: the others are left out`)
  }
  return [...lines.values()]
}

/** Of the piece: that of a case would be found at its price. */
function gtinOf(item: XmlElement, note: (message: string) => void): PartNumber[] {
  const piece = segment(item, 'Packages', 'Package').find((found) => textIn(found, 'PackageUOM') === 'EA')
  const digits = (textIn(item, 'ItemLevelGTIN') || textIn(piece, 'PackageLevelGTIN')).replace(/\D/g, '')
  const bare = digits.replace(/^0+/, '')
  if (!bare) return []
  const length = [8, 12, 13].find((most) => bare.length <= most)
  const number = bare.padStart(length ?? 0, '0')
  if (length && isGtin(number)) return [{ kind: 'ean', maker: '', number }]
  note(length ? 'A GTIN with a wrong check digit is left out' : 'A GTIN of a case is left out')
  return []
}

/** Each with its maker where the file says as many of these, or one for all. */
function oeNumbers(item: XmlElement): PartNumber[] {
  const [makers, numbers] = [extended(item, 'OEM'), extended(item, 'OEP')]
  const makerOf = (n: number) =>
    makers.length === numbers.length ? makers[n]! : makers.length === 1 ? makers[0]! : ''
  return numbers.map((number, n) => ({ kind: 'oe', maker: makerOf(n), number }))
}

function interchange(item: XmlElement, note: (message: string) => void): PartNumber[] {
  return segment(item, 'PartInterchangeInfo', 'PartInterchange').flatMap((found) => {
    const code = brandCodeOf(found)
    const label = said(found, 'BrandLabel')
    if (!label && (!code || code === noCode)) {
      note('Numbers of brands without a name are left out')
      return []
    }
    if (!label) note(`Numbers of the brand ${code} have its code as their maker: the file does not name it`)
    const maker = label || `Brand ${code}`
    return childrenOf(found, 'PartNumber').map(({ text }) => ({ kind: 'competitor', maker, number: text }))
  })
}
