import { excerpt } from '~/platform/text.ts'
import { isDrawing } from '~/shop/images/rules.ts'
import { formatAttributes, readAttributes } from '../attributes/attribute-lines.ts'
import type { FieldName, ProductValues } from '../fields/product-fields.ts'
import { fieldOf } from '../fields/product-fields.ts'
import { formatNumbers, lineKey, readNumbers } from '../numbers/number-lines.ts'
import type { Supplied } from './supplied.server.ts'
import { asSupplied, nothingSupplied } from './supplied.server.ts'

/** Of long texts. */
const shownLength = 60

type SuppliedLine = {
  typed: Partial<Record<FieldName, string>>
  sheet?: { numbers: string[]; attributes: string[] }
  supplied?: { replacesAll: boolean }
}

type Merge = {
  /** Undefined for a new part. */
  before: ProductValues | undefined
  /** What the file wants. */
  after: ProductValues
  /** Of it these alone are said by the file. */
  line: SuppliedLine
  /** What the file before this one said. */
  last: Supplied | undefined
}

/**
 * What becomes of a part by a file of its maker: what still is as the last file said follows this one, and what nobody has
 * filled in is filled in. The rest was set here and stays; it is returned in words, with what to remember of the file.
 */
export function keepOwn({ before, after: wanted, line, last = nothingSupplied }: Merge) {
  const kept: string[] = []
  const fields = (Object.keys(line.typed) as FieldName[]).filter((name) => name !== 'brand')
  const said = readAttributes(line.sheet!.attributes.join('\n')).map(({ name }) => name)
  const theirs = new Map(readAttributes(wanted.attributes).map(({ name, value }) => [name, value]))
  const supplied: Supplied = {
    fields: { ...last.fields, ...Object.fromEntries(fields.map((name) => [name, asSupplied(wanted[name])])) },
    attributes: {
      ...last.attributes,
      ...Object.fromEntries(said.map((name) => [name, asSupplied(theirs.get(name) ?? '')])),
    },
    numbers: [...new Set([...last.numbers, ...keysOf(line.sheet!.numbers.join('\n'))])].sort(),
  }
  if (!before) return { after: wanted, kept, supplied }
  const keep = (label: string, yours: string, file: string) =>
    kept.push(
      yours
        ? `${label} is “${excerpt(yours, shownLength)}”, the file says “${excerpt(file, shownLength)}”`
        : `${label} is empty, the file says “${excerpt(file, shownLength)}”`,
    )
  const after = { ...wanted, brand: before.brand }
  if (line.supplied?.replacesAll) return { after, kept, supplied }
  for (const name of fields) {
    const [yours, file] = [before[name], wanted[name]]
    const lastSaid = last.fields[name]
    const isOurs = lastSaid === undefined ? !isEmpty(name, before) : asSupplied(yours) !== lastSaid
    if (yours === file || !isOurs) continue
    Object.assign(after, { [name]: yours })
    keep(fieldOf(name).label, String(yours), String(file))
  }
  after.attributes = attributesKept(before, wanted, { said, last, keep })
  after.numbers = numbersKept(before, wanted, last)
  return { after, kept, supplied }
}

/** Nobody has said anything: a part that waits has no price yet, another one may be free. */
function isEmpty(name: FieldName, product: ProductValues) {
  if (name === 'price') return product.price === 0 && product.visibility === 'hidden'
  if (name === 'image') return isDrawing(product.image)
  if (name === 'productDescription') return product.productDescription === product.productName
  return product[name] === '' || product[name] === 0
}

type Attributes = {
  said: string[]
  last: Supplied
  keep: (label: string, yours: string, file: string) => void
}

/** One that was taken away here stays away. */
function attributesKept(before: ProductValues, wanted: ProductValues, { said, last, keep }: Attributes) {
  const ours = new Map(readAttributes(before.attributes).map(({ name, value }) => [name, value]))
  const kept = readAttributes(wanted.attributes).flatMap(({ name, value }) => {
    const yours = ours.get(name)
    const lastSaid = last.attributes[name]
    const isOurs = lastSaid === undefined ? yours !== undefined : lastSaid !== asSupplied(yours ?? '')
    if (!said.includes(name) || yours === value || !isOurs) return { name, value }
    keep(name, yours ?? '', value)
    return yours === undefined ? [] : { name, value: yours }
  })
  return formatAttributes(kept)
}

/** The file adds those that it says for the first time: what was taken away here is not added again. */
function numbersKept(before: ProductValues, wanted: ProductValues, last: Supplied) {
  const ours = new Set(keysOf(before.numbers))
  const takenAway = new Set(last.numbers.filter((key) => !ours.has(key)))
  return formatNumbers(readNumbers(wanted.numbers).filter((number) => !takenAway.has(lineKey(number))))
}

const keysOf = (text: string) => readNumbers(text).map(lineKey)
