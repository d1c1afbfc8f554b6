import type { FitmentRow } from '~/database/tables.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { WithTotal } from '~/platform/http/endpoint.server.ts'
import { readCursor, writeCursor } from '~/platform/lists/cursor.ts'
import { rowsInPart } from '~/platform/lists/list-limits.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { pageOf } from '~/platform/lists/list-query.ts'
import { partKindsOf } from '~/shop/catalogue/store.server.ts'
import { listedCars } from '~/shop/vehicles/store.server.ts'
import type { DoubtfulFit } from '../admin/contract.ts'
import type { Doubt, PartKind } from './doubts.ts'
import { doubtsOf, groupedBy } from './doubts.ts'

/** So many parts of the table are looked through for one answer, until a page is full. */
const mostParts = 2

/**
 * Car by car in the order of their ids. However many lines there are, one answer reads twice ten thousand at most,
 * and says where to go on.
 */
export async function listDoubtfulFits(database: Pick<Database, 'db' | 'engine'>, query: ListQuery) {
  const { db } = database
  const start = readCursor(query.from, 1)
  const page = pageOf(query)!
  const doubts: Doubt[] = []
  const kinds = new Map<string, PartKind>()
  let next: string | undefined = start?.values[0] ?? ''
  for (let part = 0; part < mostParts && next !== undefined; part += 1) {
    const found: CarsPart = await carsFrom(db, next)
    for (const [id, kind] of await partKindsOf(database, unknownOf(found.rows, kinds))) kinds.set(id, kind)
    for (const rows of groupedBy(found.rows, ({ vehicle_id }) => vehicle_id).values())
      doubts.push(...doubtsOf(rows, (id) => kinds.get(id)))
    next = found.next
    if (doubts.length >= page.offset + page.limit) break
  }
  const shown = doubts.slice(page.offset, page.offset + page.limit)
  const cars = await listedCars(db, [...new Set(shown.map(({ row }) => row.vehicle_id))])
  const before = start?.before ?? 0
  return new WithTotal(
    shown.map((doubt) => toDoubtfulFit(doubt, kinds, cars)),
    before + doubts.length,
    {
      ...(query.from && start && { from: query.from }),
      ...(next !== undefined && { nextFrom: writeCursor(before + doubts.length, [next]) }),
    },
  )
}

type CarsPart = { rows: FitmentRow[]; next: string | undefined }

/** All lines of some cars. Of a car with more than a part holds, what is beyond it is not compared. */
async function carsFrom(db: Db, first: string): Promise<CarsPart> {
  const rows = await db
    .selectFrom('fitments')
    .selectAll()
    .where('vehicle_id', '>=', first)
    .orderBy('vehicle_id')
    .orderBy('product_id')
    .limit(rowsInPart + 1)
    .execute()
  if (rows.length <= rowsInPart) return { rows, next: undefined }
  const last = rows.at(-1)!.vehicle_id
  if (rows[0]!.vehicle_id !== last) return { rows: rows.filter((row) => row.vehicle_id !== last), next: last }
  const further = await db
    .selectFrom('fitments')
    .select('vehicle_id')
    .where('vehicle_id', '>', last)
    .orderBy('vehicle_id')
    .limit(1)
    .executeTakeFirst()
  return { rows: rows.slice(0, rowsInPart), next: further?.vehicle_id }
}

const unknownOf = (rows: FitmentRow[], kinds: Map<string, PartKind>) => [
  ...new Set(rows.map(({ product_id }) => product_id).filter((id) => !kinds.has(id))),
]

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
