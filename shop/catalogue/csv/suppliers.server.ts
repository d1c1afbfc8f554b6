import type { Db, Tx } from '~/platform/db/database.server.ts'
import type { ColumnMapping } from '~/platform/import/csv-table.ts'
import type { DecimalMark } from '~/platform/import/number-format.ts'
import type { PiesRule } from '../pies/contract.ts'
import { searchable } from '../rules.ts'
import { headingKey } from './sheet-columns.ts'

/** What columns are, by the keys of their headings. */
type Columns = Record<string, string>
type Supplier = { name: string; columns: Columns; decimalMark: DecimalMark; pies?: PiesRule }

const mostSuppliers = 500
/** Of those who send other files alone. */
const noColumns = '{}'

export async function allSuppliers(db: Db): Promise<Supplier[]> {
  const rows = await db.selectFrom('suppliers').selectAll().orderBy('name_key').limit(mostSuppliers).execute()
  return rows.map(({ name, columns, decimal_mark, pies }) => ({
    name,
    columns: JSON.parse(columns),
    decimalMark: decimal_mark,
    ...(pies !== null && { pies: JSON.parse(pies) }),
  }))
}

/** How the files of a supplier are read; undefined for one that has sent none. */
export async function mappingOfSupplier(
  db: Db | Tx,
  name: string,
  headings: string[],
): Promise<ColumnMapping | undefined> {
  const row = await supplierRow(db, name)
  const columns: Columns = JSON.parse(row?.columns ?? noColumns)
  if (!row || row.columns === noColumns) return undefined
  return {
    columns: headings.map((heading) => columns[headingKey(heading)] ?? ''),
    decimalMark: row.decimal_mark,
  }
}

export async function piesOfSupplier(db: Db, name: string): Promise<PiesRule | undefined> {
  const row = await supplierRow(db, name)
  return row?.pies ? JSON.parse(row.pies) : undefined
}

const supplierRow = (db: Db, name: string) =>
  db.selectFrom('suppliers').selectAll().where('name_key', '=', searchable(name)).executeTakeFirst()

type Remembered = { name: string; headings: string[]; mapping: ColumnMapping }

/** Beside what was said of other files of the same supplier. A column that is left out is remembered, too. */
export async function rememberColumns(tx: Tx, { name, headings, mapping }: Remembered) {
  const name_key = searchable(name)
  const before = await tx
    .selectFrom('suppliers')
    .select('columns')
    .where('name_key', '=', name_key)
    .executeTakeFirst()
  const columns: Columns = before ? JSON.parse(before.columns) : {}
  for (const [n, heading] of headings.entries()) columns[headingKey(heading)] = mapping.columns[n] ?? ''
  const values = {
    name,
    columns: JSON.stringify(columns),
    decimal_mark: mapping.decimalMark,
    changed_at: new Date().toISOString(),
  }
  await tx
    .insertInto('suppliers')
    .values({ name_key, ...values })
    .onConflict((c) => c.column('name_key').doUpdateSet(values))
    .execute()
}

/** How their PIES files are read. What replaces what was changed here is said once for one file. */
export async function rememberPies(tx: Tx, name: string, rule: PiesRule) {
  const pies = JSON.stringify({ ...rule, replacesAll: false })
  const values = { name, pies, changed_at: new Date().toISOString() }
  await tx
    .insertInto('suppliers')
    .values({ name_key: searchable(name), columns: noColumns, decimal_mark: '.', ...values })
    .onConflict((c) => c.column('name_key').doUpdateSet(values))
    .execute()
}
