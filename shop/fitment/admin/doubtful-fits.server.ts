import type { FitmentRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import { readCursor, writeCursor } from '~/platform/lists/read-list-query.ts'
import { WithTotal } from '~/platform/lists/with-total.server.ts'
import { partKindsOf } from '~/shop/catalogue/store.server.ts'
import { listedCars } from '~/shop/vehicles/store.server.ts'
import type { DoubtfulFit } from './contract.ts'

/** Lines that are compared for one answer. */
const mostLines = 20_000

/**
 * Car by car in the order of their ids. However many lines there are, one answer compares a limited number and says where
 * to go on: after so many doubts of a car.
 */
export async function listDoubtfulFits(database: Pick<Database, 'db' | 'engine'>, query: ListQuery) {
  const { db } = database
  const { limit, offset } = pageOf(query)!
  const start = readCursor(query.from)
  const { before, values } = start ?? { before: 0, values: ['0', ''] }
  const { rows, nextCar } = await carsFrom(db, values[1]!)
  const kinds = await partKindsOf(database, [...new Set(rows.map(({ product_id }) => product_id))])
  const doubts = [...groupedBy(rows, ({ vehicle_id }) => vehicle_id).values()]
    .flatMap((ofCar) => [...doubtsOf(ofCar, (id) => kinds.get(id)).entries()])
    .slice(Number(values[0]) || 0)
  const shown = doubts.slice(offset, offset + limit).map(([, doubt]) => doubt)
  const cars = await listedCars(db, [...new Set(shown.map(({ row }) => row.vehicle_id))])
  const fits = shown.map((doubt) => toDoubtfulFit(doubt, kinds, cars))
  const total = before + doubts.length
  if (before === 0 && nextCar === undefined) return new WithTotal(fits, total)
  const next = doubts[offset + limit]
  const goesOnAt = next ? [next[0], next[1].row.vehicle_id] : nextCar && [0, nextCar]
  return new WithTotal(fits, total, {
    ...(start && { from: query.from }),
    ...(goesOnAt && { nextFrom: writeCursor(before + offset + shown.length, goesOnAt) }),
  })
}

/** All lines of some cars. Of a car with more than are compared for one answer, the rest is left out. */
async function carsFrom(db: Db, first: string) {
  const rows = await db
    .selectFrom('fitments')
    .selectAll()
    .where('vehicle_id', '>=', first)
    .orderBy('vehicle_id')
    .orderBy('product_id')
    .limit(mostLines + 1)
    .execute()
  if (rows.length <= mostLines) return { rows, nextCar: undefined }
  const last = rows.at(-1)!.vehicle_id
  if (rows[0]!.vehicle_id !== last)
    return { rows: rows.filter((row) => row.vehicle_id !== last), nextCar: last }
  const further = await db
    .selectFrom('fitments')
    .select('vehicle_id')
    .where('vehicle_id', '>', last)
    .orderBy('vehicle_id')
    .limit(1)
    .executeTakeFirst()
  return { rows: rows.slice(0, mostLines), nextCar: further?.vehicle_id }
}

const toDoubtfulFit = (
  { row, reasons }: Doubt,
  kinds: Map<string, PartKind>,
  cars: Awaited<ReturnType<typeof listedCars>>,
): DoubtfulFit => ({
  _id: row.id,
  productId: row.product_id,
  productName: kinds.get(row.product_id)?.name ?? row.product_id,
  vehicleId: row.vehicle_id,
  vehicleName: cars.get(row.vehicle_id)?.name ?? row.vehicle_id,
  position: row.position,
  quantity: row.quantity,
  reasons,
})

/** What a part is, as far as siblings are concerned: parts of one kind and one brand at one place of a car. */
type PartKind = { name: string; category: string; brand: string }
type Doubt = { row: FitmentRow; reasons: string[] }

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
  [row.built_from, row.built_to, row.conditions, row.must_check].some((text) => text !== '')

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

function groupedBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key) {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
