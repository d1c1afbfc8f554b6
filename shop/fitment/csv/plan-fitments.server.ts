import type { FitmentRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { productsByReference } from '~/shop/catalogue/numbers/store-numbers.server.ts'
import { fitAttributes, listedCars } from '~/shop/vehicles/store.server.ts'
import { fitmentProblem } from '../fitment-values.ts'
import { toFitmentColumns } from '../store.server.ts'
import type { FitmentLine, LineProblem } from './fitments-csv.ts'

export type PlannedLine = {
  line: number
  /** “Brake disc: Volkswagen Golf 5 2.0 TDI (BKD)”. */
  name: string
  row: FitmentRow
  before?: FitmentRow
}
export type Plan = {
  adds: PlannedLine[]
  changes: PlannedLine[]
  unchanged: number
  problems: LineProblem[]
}

/** What some lines would do to the lists that are there now. Nothing is written. */
export async function planLines(db: Db | Tx, lines: FitmentLine[], seenOn = new Map<string, number>()) {
  const plan: Plan = { adds: [], changes: [], unchanged: 0, problems: [] }
  if (lines.length === 0) return plan
  const [products, cars, attributes] = [
    await productsByReference(db, unique(lines.map(({ product }) => product))),
    await listedCars(db, unique(lines.map(({ values }) => values.vehicleId))),
    new Set((await fitAttributes(db)).map(({ id }) => id)),
  ]
  const existing = await existingRows(
    db,
    unique([...products.values()].flat().map(({ id }) => id)),
    unique([...cars.keys()]),
  )
  for (const { line, product, values } of lines) {
    const complain = (message: string) => plan.problems.push({ line, message })
    const [found, another] = products.get(product) ?? []
    const car = cars.get(values.vehicleId)
    if (!found) complain(`There is no product “${product}”`)
    else if (another) complain(`More than one product has the number “${product}”: use its id`)
    else if (!car) complain(`There is no vehicle “${values.vehicleId}”`)
    else {
      const row = { id: newId(), product_id: found.id, ...toFitmentColumns(values) }
      const key = keyOf(row)
      const twice = seenOn.get(key)
      if (twice !== undefined) {
        complain(`The same car with the same conditions is on line ${twice} too`)
        continue
      }
      seenOn.set(key, line)
      const before = existing.get(key)
      // A line that is there was accepted, or is about what its car cannot have and says why it does not fit.
      const problem = before ? undefined : fitmentProblem(values, car, attributes)
      if (problem) {
        complain(problem.message)
        continue
      }
      const planned = { line, name: `${found.name}: ${car.name}`, row }
      if (!before) plan.adds.push(planned)
      else if (before.quantity === row.quantity && before.remark === row.remark) plan.unchanged += 1
      else plan.changes.push({ ...planned, before })
    }
  }
  return plan
}

/** As the unique index has it: a line is the same when all that decides about a car is. */
const keyOf = (row: FitmentRow) =>
  [
    row.product_id,
    row.vehicle_id,
    row.position,
    row.built_from,
    row.built_to,
    row.conditions,
    row.must_check,
  ].join('\n')

async function existingRows(db: Db | Tx, productIds: string[], vehicleIds: string[]) {
  if (productIds.length === 0 || vehicleIds.length === 0) return new Map<string, FitmentRow>()
  const rows = await db
    .selectFrom('fitments')
    .selectAll()
    .where('product_id', 'in', productIds)
    .where('vehicle_id', 'in', vehicleIds)
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const unique = (texts: string[]) => [...new Set(texts)]

const atOnce = 500

/** Adds what is new, and changes quantity and remark of what is there. */
export async function saveLines(tx: Tx, { adds, changes }: Plan) {
  const rows = [...adds, ...changes].map(({ row }) => row)
  for (let n = 0; n < rows.length; n += atOnce)
    await tx
      .insertInto('fitments')
      .values(rows.slice(n, n + atOnce))
      .onConflict((c) =>
        c
          .columns([
            'product_id',
            'vehicle_id',
            'position',
            'built_from',
            'built_to',
            'conditions',
            'must_check',
          ])
          .doUpdateSet((e) => ({ quantity: e.ref('excluded.quantity'), remark: e.ref('excluded.remark') })),
      )
      .execute()
}
