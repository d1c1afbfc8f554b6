import type { ReadLine } from '~/platform/import/csv-table.ts'
import type { XmlElement } from '~/platform/import/xml-elements.server.ts'
import { textIn } from '~/platform/import/xml-elements.server.ts'
import type { KnownAttribute } from '../attributes/known-attributes.ts'
import type { ProductLine } from '../csv/read-sheet.server.ts'
import { readFields } from '../csv/read-sheet.server.ts'
import { numberKey, numberProblem } from '../numbers/number-lines.ts'
import type { PiesRule } from '../pies/contract.ts'
import { attributesOf, weightOf } from '../pies/item-measures.server.ts'
import { numbersOf } from '../pies/item-numbers.server.ts'
import { pictureAddresses } from '../pies/item-pictures.server.ts'
import { pricesOf } from '../pies/item-prices.server.ts'
import { itemTexts } from '../pies/item-texts.server.ts'
import type { NamedParts } from '../pies/missing-parts.server.ts'
import { noParts } from '../pies/missing-parts.server.ts'
import type { PiesFile } from '../pies/read-pies.server.ts'
import { brandCodeOf, extended, readPies, said } from '../pies/read-pies.server.ts'
import { searchable } from '../rules.ts'

type Read = Omit<About, 'file'> & { pieces: AsyncIterable<Buffer>; named?: NamedParts }

/** The items of a maker's file as the lines of any other file of products. */
export async function* piesLines({
  pieces,
  named = noParts(),
  ...about
}: Read): AsyncGenerator<ReadLine<ProductLine>> {
  for await (const { line, item, file } of readPies(pieces)) {
    named.isFull = file.submission === 'FULL'
    const read = readItem(item, { file, ...about })
    if ('values' in read) remember(named, read.values)
    yield { line, ...read }
  }
}

function remember({ numbers }: NamedParts, { typed, sheet }: ProductLine) {
  const brand = searchable(typed.brand!)
  const known = numbers.get(brand) ?? new Set()
  numbers.set(brand, known.add(numberKey(sheet!.own)))
}

type About = {
  file: PiesFile
  rule: PiesRule
  /** The day on which prices must hold. */
  on: string
  /** The attributes of the shop. */
  known: KnownAttribute[]
}

function readItem(
  item: XmlElement,
  { file, rule, on, known }: About,
): { values: ProductLine } | { problems: string[] } {
  const number = textIn(item, 'PartNumber').replace(/\s+/g, ' ')
  const code = brandCodeOf(item)
  const brand = rule.brands[code] ?? said(item, 'BrandLabel')
  if (!number) return { problems: ['The item has no part number'] }
  if (!brand)
    return { problems: [`Whose parts are these? Say what the brand ${code || 'of the file'} is called.`] }
  const problem = numberProblem({ kind: 'own', maker: '', number })
  if (problem) return { problems: [`Part number “${number.slice(0, 60)}”: ${problem}`] }
  const notes: string[] = []
  const note = (message: string) => void notes.push(message)
  const category = rule.categories[textIn(item, 'PartTerminologyID')]
  const { typed, problems } = readFields({
    brand,
    ...(category && { category }),
    ...itemTexts(item, file, { brand, number }),
    ...pricesOf(item, { file, rule, on, note }),
    ...weightOf(item),
    ...pictureAddresses(item, note),
  })
  if (problems.length > 0) return { problems }
  return {
    values: {
      id: '',
      typed,
      sheet: {
        own: number,
        numbers: numbersOf(item, number, note),
        attributes: attributesOf(item, known, note),
      },
      supplied: {
        notes: [...new Set(notes)],
        isWithdrawn: isWithdrawn(item),
        replacedBy: extended(item, 'PTS')[0] ?? '',
        replacesAll: rule.replacesAll,
      },
    },
  }
}

/** By its place in its life, as a code or in words. */
const isWithdrawn = (item: XmlElement) =>
  item.attributes.MaintenanceType === 'D' ||
  [...extended(item, 'LIF'), ...extended(item, 'LIS')].some((status) =>
    /^[89]$|discontinued|obsolete/i.test(status),
  )
