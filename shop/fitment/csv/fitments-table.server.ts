import type { FitmentRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { withPlainTexts } from '~/platform/import/csv-lines.server.ts'
import type { Changes, CsvLine, CsvTable, Plan, PlanContext } from '~/platform/import/csv-table.ts'
import { emptyPlan } from '~/platform/import/csv-table.ts'
import { tooLong } from '~/platform/import/import-lines.server.ts'
import { productsByReference } from '~/shop/catalogue/numbers/store-numbers.server.ts'
import { parseChoices } from '~/shop/vehicles/choices.ts'
import { monthAsTyped } from '~/shop/vehicles/months.ts'
import { fitAttributes, listedCars } from '~/shop/vehicles/store.server.ts'
import type { FitmentValues } from '../fitment-values.ts'
import {
  conditionsProblem,
  fitmentProblem,
  fitQuantityProblem,
  longestConditions,
  longestFitNote,
  longestPosition,
  monthProblem,
  positionIn,
  writeConditions,
} from '../fitment-values.ts'
import { toFitmentColumns } from '../store.server.ts'

export const columns = [
  'product',
  'vehicle',
  'position',
  'quantity',
  'builtFrom',
  'builtTo',
  'conditions',
  'mustCheck',
  'remark',
] as const
const required = ['product', 'vehicle', 'quantity']

/** One line of a file; the product is named by its id or its own number. */
type FitmentLine = FitmentValues & { product: string }

type NewRow = Omit<FitmentRow, 'id' | 'licensed'>

/** The lists of all parts, a line for each car. */
export const fitmentsTable: CsvTable<FitmentLine, NewRow> = {
  columns,
  required,
  tooLong: tooLong('npm run import-fitments'),
  linesAtOnce: 1000,
  topics: ['fitments'],
  read: withPlainTexts(readFitment),
  plan: planLines,
  save: saveLines,
}

async function planLines({ db, seenOn }: PlanContext, lines: CsvLine<FitmentLine>[]) {
  const plan = emptyPlan<NewRow>()
  if (lines.length === 0) return plan
  const [products, cars, attributes] = [
    await productsByReference(db, unique(lines.map(({ values }) => values.product))),
    await listedCars(db, unique(lines.map(({ values }) => values.vehicleId))),
    new Set((await fitAttributes(db)).map(({ id }) => id)),
  ]
  const existing = await existingRows(
    db,
    unique([...products.values()].flat().map(({ id }) => id)),
    unique([...cars.keys()]),
  )
  for (const { line, values } of lines) {
    const complain = (message: string) => plan.problems.push({ line, message })
    const [found, another] = products.get(values.product) ?? []
    const car = cars.get(values.vehicleId)
    if (!found) complain(`There is no product “${values.product}”`)
    else if (another) complain(`More than one product has the number “${values.product}”: use its id`)
    else if (!car) complain(`There is no vehicle “${values.vehicleId}”`)
    else {
      const row = { product_id: found.id, ...toFitmentColumns(values) }
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
      const changes = before ? changesOf(before, row) : {}
      const planned = { line, name: `${found.name}: ${car.name}`, key, row, changes }
      if (!before) plan.adds.push(planned)
      else if (Object.keys(changes).length === 0) plan.unchanged += 1
      else plan.changes.push(planned)
    }
  }
  return plan
}

const changesOf = (before: NewRow, row: NewRow): Changes => ({
  ...(before.quantity !== row.quantity && { quantity: { from: before.quantity, to: row.quantity } }),
  ...(before.remark !== row.remark && { remark: { from: before.remark, to: row.remark } }),
})

/** As the unique index has it: a line is the same when all that decides about a car is. */
const keyOf = (row: NewRow) =>
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
async function saveLines(tx: Tx, { adds, changes }: Plan<NewRow>) {
  const rows = [...adds, ...changes].map(({ row }) => ({ id: newId(), ...row }))
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
          .doUpdateSet((e) => ({
            quantity: e.ref('excluded.quantity'),
            remark: e.ref('excluded.remark'),
            source: e.ref('excluded.source'),
          })),
      )
      .execute()
}

/** One line, or what is wrong with it. */
function readFitment(
  cells: Record<string, string | undefined>,
): { values: FitmentLine } | { problems: string[] } {
  const cell = (name: (typeof columns)[number]) => cells[name] ?? ''
  const values = {
    product: cell('product'),
    vehicleId: cell('vehicle'),
    position: positionIn(cell('position')),
    quantity: Number(cell('quantity')),
    builtFrom: monthAsTyped(cell('builtFrom')),
    builtTo: monthAsTyped(cell('builtTo')),
    conditions: cell('conditions'),
    mustCheck: cell('mustCheck'),
    remark: cell('remark'),
  }
  const message =
    (values.product === '' && 'Product is missing') ||
    (values.vehicleId === '' && 'Vehicle is missing') ||
    (values.position.length > longestPosition && `A place has at most ${longestPosition} characters`) ||
    fitQuantityProblem(cell('quantity')) ||
    monthProblem(values.builtFrom) ||
    monthProblem(values.builtTo) ||
    (values.conditions.length > longestConditions &&
      `Conditions have at most ${longestConditions} characters`) ||
    conditionsProblem(values.conditions) ||
    (Math.max(values.mustCheck.length, values.remark.length) > longestFitNote &&
      `A note has at most ${longestFitNote} characters`)
  if (message) return { problems: [message] }
  return { values: { ...values, conditions: writeConditions(parseChoices(values.conditions)!) } }
}
