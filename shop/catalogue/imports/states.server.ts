import type { ProductImportRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { refuseImport } from '~/platform/import/import-report.ts'
import type { Actor } from '~/shop/audit/record.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { importOf } from '../csv/import-changes.server.ts'
import { headingsOf } from '../csv/look-at-sheet.server.ts'
import { rememberColumns, rememberPies } from '../csv/suppliers.server.ts'
import { forgetSupplied } from '../pies/supplied.server.ts'
import type { AddImport, FoundChanges, NextImportState } from './contract.ts'
import { refuse } from './contract.ts'
import { isImportOver } from './rules.ts'
import { lockedImport, mayBeUndone, piecesOf } from './store.server.ts'

type Locks = Pick<Database, 'locking'>

const now = () => new Date().toISOString()

export async function addImport(db: Db, by: Actor, { lines, ...file }: AddImport) {
  const row = importOf({ by, ...file }, now())
  await db
    .insertInto('product_imports')
    .values({ ...row, state: 'sending', lines })
    .execute()
  return row.id
}

type Piece = { id: string; nth: number; text: string }

/** Once more after a lost answer, it is the same one. */
export async function addPiece(locks: Locks, tx: Tx, { id, nth, text }: Piece) {
  const row = await lockedImport(locks, tx, id)
  if (row.state !== 'sending') throw refuse('other_state')
  await tx
    .insertInto('import_pieces')
    .values({ import_id: id, nth, text })
    .onConflict((c) => c.columns(['import_id', 'nth']).doUpdateSet({ text }))
    .execute()
}

type Change = NextImportState & { id: string }

export async function setImportState(locks: Locks, tx: Tx, by: Actor, change: Change) {
  const row = await lockedImport(locks, tx, change.id)
  if (change.state === 'cancelled') await cancel(tx, by, row)
  else if (change.state === 'checking') await startCheck(tx, row, change)
  else if (change.state === 'undoing') await startUndoing(tx, by, row)
  else await startApplying(tx, by, row, change)
}

async function startCheck(tx: Tx, row: ProductImportRow, { pieces = 0 }: Change) {
  if (row.state !== 'sending') throw refuse('other_state')
  const { count, last } = await tx
    .selectFrom('import_pieces')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.max('nth').as('last')])
    .where('import_id', '=', row.id)
    .executeTakeFirstOrThrow()
  if (Number(count) === 0 || Number(count) !== pieces || Number(last) !== pieces - 1)
    throw refuse('piece_missing')
  await tx
    .updateTable('product_imports')
    .set({ state: 'checking', due_at: now() })
    .where('id', '=', row.id)
    .execute()
}

async function startApplying(tx: Tx, by: Actor, row: ProductImportRow, { leaveOut }: Change) {
  if (row.state !== 'checked') throw refuse('other_state')
  const found: FoundChanges = JSON.parse(row.found!)
  if (row.bad_lines > 0 && !(leaveOut && found.isReadable)) throw refuseImport('bad_lines')
  if (found.added + found.changed === 0) throw refuse('nothing_to_import')
  if (row.mapping !== null && row.supplier) {
    const headings = await headingsOf(piecesOf(tx, row.id))
    await rememberColumns(tx, { name: row.supplier, headings, mapping: JSON.parse(row.mapping) })
  }
  if (row.pies !== null && row.supplier) await rememberPies(tx, row.supplier, JSON.parse(row.pies))
  await tx
    .updateTable('product_imports')
    .set({
      state: 'applying',
      ...{ due_at: now(), started_at: now(), attempts: 0 },
      ...{ last_line: 0, done_lines: 0, added: 0, changed: 0, unchanged: 0 },
    })
    .where('id', '=', row.id)
    .execute()
  const { added, changed } = found
  await record(tx, by, {
    what: 'import started',
    subject: row.file_name,
    details: { ...(row.supplier && { supplier: row.supplier }), lines: row.lines, added, changed },
  })
}

async function startUndoing(tx: Tx, by: Actor, row: ProductImportRow) {
  if (!(await mayBeUndone(tx, row))) throw refuse('not_the_last')
  const { userId, email, program } = by
  await tx
    .updateTable('product_imports')
    .set({
      state: 'undoing',
      undone_by: JSON.stringify({ userId, email, program }),
      ...{ due_at: now(), attempts: 0, ended_at: null },
    })
    .where('id', '=', row.id)
    .execute()
  const { added, changed } = row
  await record(tx, by, { what: 'import undone', subject: row.file_name, details: { added, changed } })
}

/** What is imported already stays. */
async function cancel(tx: Tx, by: Actor, row: ProductImportRow) {
  if (isImportOver(row.state) || row.state === 'undoing') throw refuse('other_state')
  await endedWith(tx, { id: row.id, state: 'cancelled' })
  if (row.state !== 'applying') return
  const { added, changed } = row
  await record(tx, by, { what: 'import cancelled', subject: row.file_name, details: { added, changed } })
}

/** The file itself is needed no more; what it has changed is, until it is undone. */
export async function endedWith(tx: Tx, { id, state }: Pick<ProductImportRow, 'id' | 'state'>) {
  await tx.updateTable('product_imports').set({ state, ended_at: now() }).where('id', '=', id).execute()
  await tx.deleteFrom('import_pieces').where('import_id', '=', id).execute()
  if (state !== 'undone') return
  await tx.deleteFrom('import_changes').where('import_id', '=', id).execute()
  await forgetSupplied(tx, id)
}
