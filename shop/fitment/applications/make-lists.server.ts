import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ApplicationRow, FitmentRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import { lockedProducts } from '~/shop/catalogue/store.server.ts'
import { toFitmentColumns, toFitmentValues } from '../store.server.ts'
import type { SaidFitment } from './derive.ts'
import { fitmentKey, joinLines } from './derive.ts'
import type { ReadableRows } from './resolve-row.server.ts'
import { resolveRow } from './resolve-row.server.ts'
import { applicationsOf } from './store.server.ts'

const rowsPerStatement = 200

/**
 * Gives these products the lists that follow from what all suppliers say of them now. What is there already stays as it
 * is, and whatever is said by hand: about such a car at such a place nothing else counts.
 */
export async function makeLists(
  database: Pick<Database, 'locking'>,
  tx: Tx,
  { touched, readable }: { touched: string[]; readable: ReadableRows },
) {
  // One file after the other: a product may be named by two that are applied at once, and may be deleted by now.
  const productIds = await lockedProducts(database, tx, touched)
  if (productIds.length === 0) return { added: 0, removed: 0 }
  const rows = await tx.selectFrom('fitments').selectAll().where('product_id', 'in', productIds).execute()
  const said = await saidOf(tx, productIds)
  const [gone, added, changed]: [string[], FitmentRow[], FitmentRow[]] = [[], [], []]
  for (const productId of productIds) {
    // A part may have hundreds of lines, and customers wait meanwhile.
    await nextTurn()
    const ofProduct = rows.filter((row) => row.product_id === productId)
    const lines = (said.get(productId) ?? []).flatMap(
      ({ row, supplier }) => resolveRow(row, readable, supplier).lines,
    )
    const wanted = new Map(withoutByHand(joinLines(lines), ofProduct).map((line) => [fitmentKey(line), line]))
    for (const row of ofProduct) {
      if (row.source === '') continue
      const key = fitmentKey(toFitmentValues(row))
      const line = wanted.get(key)
      wanted.delete(key)
      if (!line) gone.push(row.id)
      else if (!isSaidSo(row, line)) changed.push({ ...row, ...beside(line) })
    }
    for (const line of wanted.values())
      added.push({ id: newId(), product_id: productId, ...toFitmentColumns(line), ...beside(line) })
  }
  await write(tx, { gone, added, changed })
  return { added: added.length, removed: gone.length }
}

/** What a line says besides that by which it is known. */
const beside = ({ quantity, remark, source, isLicensed }: SaidFitment) => ({
  quantity,
  remark,
  source,
  licensed: isLicensed ? 1 : 0,
})
const isSaidSo = (row: FitmentRow, line: SaidFitment) =>
  Object.entries(beside(line)).every(([name, value]) => row[name as keyof FitmentRow] === value)

/** Whoever has said something about a car at a place has said all about it. */
export function withoutByHand<Line extends Pick<SaidFitment, 'vehicleId' | 'position'>>(
  lines: Line[],
  rows: Pick<FitmentRow, 'vehicle_id' | 'position' | 'source'>[],
) {
  const byHand = new Set(
    rows.filter(({ source }) => source === '').map((row) => `${row.vehicle_id}\n${row.position}`),
  )
  return lines.filter(({ vehicleId, position }) => !byHand.has(`${vehicleId}\n${position}`))
}

type Said = { row: ApplicationRow; supplier: string }

/** What counts for each of these products, supplier by supplier. */
async function saidOf(db: Db | Tx, productIds: string[]) {
  const parts = await db
    .selectFrom('application_parts')
    .innerJoin('application_imports', 'application_imports.id', 'application_parts.import_id')
    .select(['part_key', 'import_id', 'product_id', 'supplier'])
    .where('product_id', 'in', productIds)
    .orderBy('application_parts.supplier_key')
    .execute()
  const said = new Map<string, Said[]>()
  for (const importId of new Set(parts.map(({ import_id }) => import_id))) {
    const ofImport = parts.filter(({ import_id }) => import_id === importId)
    const rows = await applicationsOf(db, importId, [...new Set(ofImport.map(({ part_key }) => part_key))])
    for (const { part_key, product_id, supplier } of ofImport)
      for (const row of rows)
        if (row.part_key === part_key && row.problem === '' && !row.removes)
          said.set(product_id!, [...(said.get(product_id!) ?? []), { row, supplier }])
  }
  return said
}

type Written = { gone: string[]; added: FitmentRow[]; changed: FitmentRow[] }

async function write(tx: Tx, { gone, added, changed }: Written) {
  for (let n = 0; n < gone.length; n += rowsPerStatement)
    await tx
      .deleteFrom('fitments')
      .where('id', 'in', gone.slice(n, n + rowsPerStatement))
      .execute()
  // Somebody may have written the same line by hand at this moment: that one counts.
  for (let n = 0; n < added.length; n += rowsPerStatement)
    await tx
      .insertInto('fitments')
      .values(added.slice(n, n + rowsPerStatement))
      .onConflict((c) => c.doNothing())
      .execute()
  for (const { id, quantity, remark, source, licensed } of changed)
    await tx
      .updateTable('fitments')
      .set({ quantity, remark, source, licensed })
      .where('id', '=', id)
      .execute()
}
