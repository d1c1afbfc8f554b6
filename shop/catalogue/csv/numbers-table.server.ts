import type { PartNumberRow, ProductRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { withPlainTexts } from '~/platform/import/csv-lines.server.ts'
import type { CsvLine, CsvTable, Plan, PlanContext } from '~/platform/import/csv-table.ts'
import { emptyPlan } from '~/platform/import/csv-table.ts'
import { tooLong } from '~/platform/import/import-lines.server.ts'
import { readInBatches } from '~/platform/lists/keyset-list.server.ts'
import { updateDetails } from '../manage/manage-store.server.ts'
import type { PartNumber } from '../numbers/number-lines.ts'
import {
  formatNumbers,
  kindWords,
  lineKey,
  mostNumbers,
  numberKindOf,
  numberProblem,
  readNumbers,
} from '../numbers/number-lines.ts'
import { productsByReference } from '../numbers/store-numbers.server.ts'
import { toProduct } from '../store.server.ts'

/** The product is named by its id or its own number. */
type NumberLine = PartNumber & { product: string }
type NumberToSave = PartNumber & { productId: string }

const columns = ['product', 'kind', 'maker', 'number'] as const

/** Part numbers, one per line. A number that is there in another spelling gets the one of the file. */
export const numbersTable: CsvTable<NumberLine, NumberToSave> = {
  columns,
  required: ['product', 'kind', 'number'],
  tooLong: tooLong('npm run import-numbers'),
  linesAtOnce: 1000,
  topics: ['products'],
  read: withPlainTexts(readNumber),
  plan: planLines,
  save: saveLines,
}

function readNumber({
  product = '',
  kind: word = '',
  maker = '',
  number = '',
}: Record<string, string | undefined>) {
  const kind = numberKindOf(word)
  if (!product) return { problems: ['Product is missing'] }
  if (!kind) return { problems: [`There is no kind “${word}”: write ${Object.values(kindWords).join(', ')}`] }
  const values = { product, kind, maker, number }
  const problem = numberProblem(values)
  return problem ? { problems: [problem[0]!.toUpperCase() + problem.slice(1)] } : { values }
}

async function planLines({ db, locking, seenOn }: PlanContext, lines: CsvLine<NumberLine>[]) {
  const plan = emptyPlan<NumberToSave>()
  const references = [...new Set(lines.map(({ values }) => values.product))]
  const products = await productsByReference(db, references)
  const numbersOf = await existingNumbers(
    db,
    locking,
    [...products.values()].flat().map(({ id }) => id),
  )
  for (const { line, values } of lines) {
    const complain = (message: string) => plan.problems.push({ line, message })
    const { product, ...number } = values
    const [found, another] = products.get(product) ?? []
    if (!found) complain(`There is no product “${product}”`)
    else if (another) complain(`More than one product has the number “${product}”: use its id`)
    else {
      const key = `${found.id} ${lineKey(number)}`
      const twice = seenOn.get(key)
      if (twice !== undefined) {
        complain(`This number is on line ${twice} too`)
        continue
      }
      seenOn.set(key, line)
      const known = numbersOf.get(found.id)!
      const before = known.get(lineKey(number))
      const planned = {
        line,
        key,
        name: `${found.name}: ${formatNumbers([number])}`,
        row: { productId: found.id, ...number },
      }
      if (before && formatNumbers([before]) === formatNumbers([number])) plan.unchanged += 1
      else if (before)
        plan.changes.push({
          ...planned,
          changes: { number: { from: formatNumbers([before]), to: formatNumbers([number]) } },
        })
      else {
        // Counted over all batches of a file.
        const added = (seenOn.get(found.id) ?? 0) + 1
        seenOn.set(found.id, added)
        if (known.size + added > mostNumbers) complain(`A product has at most ${mostNumbers} part numbers`)
        else plan.adds.push({ ...planned, changes: {} })
      }
    }
  }
  return plan
}

async function existingNumbers(db: Db | Tx, locking: PlanContext['locking'], ids: string[]) {
  const rows = await productRows(db, locking, ids)
  return new Map(
    rows.map(({ id, numbers }) => [
      id,
      new Map(readNumbers(numbers).map((number) => [lineKey(number), number])),
    ]),
  )
}

async function productRows(
  db: Db | Tx,
  locking: PlanContext['locking'],
  ids: string[],
): Promise<ProductRow[]> {
  if (ids.length === 0) return []
  return await locking(db.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id')).execute()
}

/** The text of a product's numbers is what the rows are made from. */
async function saveLines(tx: Tx, { adds, changes }: Plan<NumberToSave>) {
  const byProduct = new Map<string, PartNumber[]>()
  for (const {
    row: { productId, ...number },
  } of [...adds, ...changes]) {
    const known = byProduct.get(productId)
    if (known) known.push(number)
    else byProduct.set(productId, [number])
  }
  for (const row of await productRows(tx, (query) => query, [...byProduct.keys()])) {
    const numbers = new Map(
      [...readNumbers(row.numbers), ...byProduct.get(row.id)!].map((number) => [lineKey(number), number]),
    )
    await updateDetails(tx, row, { ...toProduct(row), numbers: formatNumbers([...numbers.values()]) })
  }
}

const asTyped = { table: 'part_numbers', keys: ['product_id', 'position'], direction: 'asc' } as const
const atOnce = 1000

/** All numbers in a file that the import reads. */
export const exportNumbers = (db: Db) =>
  csvFile(
    {
      name: 'numbers',
      columns: [
        ['product', (row: PartNumberRow) => row.product_id],
        ['kind', ({ kind }) => kindWords[kind]],
        ['maker', ({ maker }) => maker],
        ['number', ({ number }) => number],
      ],
    },
    readInBatches<PartNumberRow>(db, asTyped, atOnce),
  )
