import { formatCount } from '~/platform/figures.ts'
import type { CsvTable } from '~/platform/import/csv-table.ts'
import { mostShownLines } from '~/platform/import/import-lines.server.ts'
import type { Product } from '../contract.ts'
import type { FieldValue } from '../fields/field-kinds.ts'
import type { FieldName } from '../fields/product-fields.ts'
import { fieldNames, fieldOf } from '../fields/product-fields.ts'
import type { PictureSources, ProductLine, ProductToSave } from './plan-products.server.ts'
import { inColumn, planProducts } from './plan-products.server.ts'
import type { SavedBy } from './save-products.server.ts'
import { saveProducts } from './save-products.server.ts'

const columns = ['_id', ...fieldNames] as const

export const csvColumns = columns.map(
  (column): [title: string, cell: (product: Product) => string | number] => [
    column,
    (product) =>
      column !== '_id' && fieldOf(column).kind === 'lines' ? inOneLine(product[column]) : product[column],
  ],
)

/** So that a product is one row of the file, and the numbers of its lines are those of the spreadsheet. */
const inOneLine = (lines: FieldValue) => String(lines).replaceAll('\n', '; ')

/** What is found by its _id keeps what the file has no column for. */
export const productsTable = (
  sources: PictureSources,
  savedBy: SavedBy,
): CsvTable<ProductLine, ProductToSave> => ({
  columns,
  required: fieldNames.filter((name) => !fieldOf(name).isOptional),
  idColumn: '_id',
  tooLong: `At most ${formatCount(mostShownLines)} products can be in one file.`,
  topics: ['products'],
  // A whole file: a product may get the name that another one of its lines gives up.
  linesAtOnce: mostShownLines,
  read: readProduct,
  plan: (context, lines) => planProducts(context, lines, sources),
  save: (tx, plan) => saveProducts(tx, plan, savedBy),
})

function readProduct({ _id: id = '', ...cells }: Record<string, string | undefined>) {
  const typed = Object.entries(cells) as [FieldName, string][]
  const problems = typed.flatMap(([name, text]) => inColumn(name, fieldOf(name).problem(text)) ?? [])
  return problems.length > 0 ? { problems } : { values: { id, typed: Object.fromEntries(typed) } }
}
