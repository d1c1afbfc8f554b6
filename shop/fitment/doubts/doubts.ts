import type { FitmentRow } from '~/database/tables.ts'

/** What a part is, as far as siblings are concerned: parts of one kind and one brand at one place of a car. */
export type PartKind = { name: string; category: string; brand: string }
export type Doubt = { row: FitmentRow; reasons: string[] }

/** Beginnings and words of remarks by which conditions give themselves away. */
const likeCondition =
  /^(only|with|without|not|from|up to|until|if|except|for)\b|\b(only|up to|except|chassis|vin|engine no|from (19|20)\d\d|until (19|20)\d\d)\b/i
const oneSide = /^(left|right|(front|rear) (left|right))$/
/** From so many lines on it is said what is usual. */
const fewestToCompare = 3

/** The lines of one car about which somebody should think again. */
export function doubtsOf(rows: FitmentRow[], kindOf: (productId: string) => PartKind | undefined): Doubt[] {
  const siblings = groupedBy(rows, (row) => {
    const kind = kindOf(row.product_id)
    // Without a category every part stands alone.
    return [kind?.category || row.product_id, kind?.category && kind.brand, row.position].join('\n')
  })
  const doubts: Doubt[] = []
  for (const together of siblings.values()) {
    const usual = usualQuantity(together)
    const free = new Set(
      together.filter((row) => !isRestricted(row) && row.quantity > 0).map(({ product_id }) => product_id),
    )
    const restricted = together.find((row) => isRestricted(row) && !free.has(row.product_id))?.product_id
    const sibling = restricted && (kindOf(restricted)?.name ?? restricted)
    for (const row of together) {
      const reasons = [
        restrictionDoubt(row, free, sibling),
        quantityDoubt(row, usual),
        likeCondition.test(row.remark) && `The remark looks like a condition: “${row.remark}”`,
      ].filter((reason) => typeof reason === 'string')
      if (reasons.length > 0) doubts.push({ row, reasons })
    }
  }
  return doubts
}

const isRestricted = (row: FitmentRow) =>
  [row.built_from, row.built_to, row.conditions, row.must_check].some((said) => said !== '')

/**
 * “Comment, no comment”: one part asks for something, and its sibling fits whatever the answer is. `free` are the parts
 * with a line that asks for nothing.
 */
function restrictionDoubt(row: FitmentRow, free: ReadonlySet<string>, sibling: string | undefined) {
  if (isRestricted(row))
    return (
      free.has(row.product_id) &&
      'Restricts nothing: another line of this part is for the same car without a condition'
    )
  return row.quantity > 0 && sibling && `No condition, but ${sibling} has one for this car`
}

function quantityDoubt({ quantity, position, remark }: FitmentRow, usual: number | undefined) {
  if (quantity === 0) return remark === '' && 'None needed, and no remark says why'
  if (oneSide.test(position) && quantity > 1) return `${quantity} needed on one side`
  return usual !== undefined && quantity !== usual && `${quantity} needed, where others like it need ${usual}`
}

/** What more than half of the lines say. */
function usualQuantity(rows: FitmentRow[]) {
  const needed = rows.filter(({ quantity }) => quantity > 0)
  if (needed.length < fewestToCompare) return undefined
  const counts = groupedBy(needed, ({ quantity }) => quantity)
  return [...counts].find(([, same]) => same.length * 2 > needed.length)?.[0]
}

export function groupedBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
