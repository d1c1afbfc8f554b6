import { readAttributes } from '~/shop/catalogue/attributes/attribute-lines.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { somethingElse } from '~/shop/vehicles/facts.ts'

/** What is known of a car about one kind of part. */
export type KnownOfCar = {
  attribute: string
  name: string
  /** What it may have: one when it is known, none when nobody has said anything. */
  values: string[]
  /** The attribute of parts that it is compared with. */
  measure: string
  compared: '' | 'equal' | 'amount'
}

type Measured =
  /** At least one measure is that of the car, and none is another. */
  { isRight: true; same: string[]; compare: string[]; quantity: number | undefined } | { isRight: false }

const certain = ({ values }: KnownOfCar) =>
  values.length === 1 && values[0] !== somethingElse ? values[0]! : undefined

/**
 * Whether the measures of a part are those of the car. Nothing is guessed: what the part or the car does not say is left for
 * a person to compare, and an amount that cannot be computed is none.
 */
export function measuredBy(known: KnownOfCar[], attributes: string): Measured {
  const ofPart = new Map(readAttributes(attributes).map(({ name, value }) => [searchable(name), value]))
  const [same, compare]: string[][] = [[], []]
  let quantity: number | undefined
  for (const one of known) {
    const [wanted, has] = [certain(one), ofPart.get(searchable(one.measure))]
    if (one.compared === 'amount') {
      quantity = wanted && has ? packsFor(wanted, has) : undefined
      continue
    }
    if (one.compared === 'equal' && wanted && has) {
      if (searchable(wanted) !== searchable(has)) return { isRight: false }
      same!.push(`${one.measure} ${has}`)
    } else if (wanted) compare!.push(`${one.name} ${wanted}`)
  }
  if (same!.length === 0) return { isRight: false }
  return { isRight: true, same: same!, compare: compare!, quantity }
}

/** The measures that a part must have to be right, as they stand in its lines. */
export const requiredLines = (known: KnownOfCar[]) =>
  known.flatMap((one) => {
    const wanted = certain(one)
    return one.compared === 'equal' && wanted ? [`${one.measure}: ${wanted}`] : []
  })

/** “3.8 l” of what is sold by “5 l” is one; undefined for what is measured otherwise. */
function packsFor(wanted: string, has: string) {
  const [needs, holds] = [amountIn(wanted), amountIn(has)]
  if (!needs || !holds || needs.unit !== holds.unit || holds.amount <= 0) return undefined
  return Math.max(1, Math.ceil(needs.amount / holds.amount))
}

function amountIn(text: string) {
  const [, number, unit = ''] = /^(\d+(?:[.,]\d+)?) ?(\p{L}*)$/u.exec(text.trim()) ?? []
  // In thousandths, so that 1.2 is three times 0.4.
  return number
    ? { amount: Math.round(Number(number.replace(',', '.')) * 1000), unit: unit.toLowerCase() }
    : undefined
}
