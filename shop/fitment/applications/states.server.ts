import type { ApplicationImportRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { Actor } from '~/shop/audit/record.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'
import { askForModelYear } from '~/shop/vehicles/store.server.ts'
import type { AddApplications, FoundApplications } from './contract.ts'
import { refuse } from './contract.ts'
import { rememberFlatColumns } from './remembered-columns.server.ts'
import { isApplicationsMoving } from './rules.ts'
import { isTest, lockedApplicationImport, mayUndoApplications } from './store.server.ts'

type Locks = Pick<Database, 'locking'>

const now = () => new Date().toISOString()

export async function addApplicationImport(db: Db, by: Actor, input: AddApplications) {
  const { kind, fileName, supplier, brand, quantity, headings, columns, lines } = input
  const id = newId()
  await db
    .insertInto('application_imports')
    .values({
      id,
      kind,
      header: null,
      file_name: fileName,
      ...{ supplier, supplier_key: searchable(supplier), brand, quantity, lines },
      mapping: JSON.stringify({ headings, columns }),
      ...{ user_id: by.userId, email: by.email, program: by.program ?? null },
      ...{
        state: 'sending',
        found: null,
        due_at: now(),
        created_at: now(),
        started_at: null,
        ended_at: null,
      },
    })
    .execute()
  return id
}

type Piece = { id: string; nth: number; text: string }

/** Once more after a lost answer, it is the same one. */
export async function addApplicationPiece(locks: Locks, tx: Tx, { id, nth, text }: Piece) {
  const row = await lockedApplicationImport(locks, tx, id)
  if (row.state !== 'sending') throw refuse('other_state')
  await tx
    .insertInto('application_pieces')
    .values({ import_id: id, nth, text })
    .onConflict((c) => c.columns(['import_id', 'nth']).doUpdateSet({ text }))
    .execute()
}

type Change = {
  id: string
  state: 'reading' | 'checking' | 'applying' | 'cancelled' | 'undoing'
  pieces?: number | undefined
}

export async function setApplicationsState(locks: Locks, tx: Tx, by: Actor, change: Change) {
  const row = await lockedApplicationImport(locks, tx, change.id)
  if (change.state === 'reading') await startReading(tx, row, change.pieces ?? 0)
  else if (change.state === 'checking') await lookAgain(tx, row)
  else if (change.state === 'applying') await startApplying(tx, by, row)
  else if (change.state === 'undoing') await startUndoing(tx, by, row)
  else await cancel(tx, by, row)
}

const becomes = (tx: Tx, { id }: Pick<ApplicationImportRow, 'id'>, set: Partial<ApplicationImportRow>) =>
  tx
    .updateTable('application_imports')
    .set({ due_at: now(), attempts: 0, ...set })
    .where('id', '=', id)
    .execute()

async function startReading(tx: Tx, row: ApplicationImportRow, pieces: number) {
  if (row.state !== 'sending') throw refuse('other_state')
  const { count, last } = await tx
    .selectFrom('application_pieces')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.max('nth').as('last')])
    .where('import_id', '=', row.id)
    .executeTakeFirstOrThrow()
  if (Number(count) === 0 || Number(count) !== pieces || Number(last) !== pieces - 1)
    throw refuse('piece_missing')
  await becomes(tx, row, { state: 'reading' })
}

/** With the names and meanings of now. What was applied already is applied again then. */
async function lookAgain(tx: Tx, row: ApplicationImportRow) {
  if (row.state !== 'checked' && row.state !== 'done') throw refuse('other_state')
  requireReadable(row)
  await becomes(tx, row, { state: 'checking', done_parts: 0, added: 0, removed: 0 })
}

function requireReadable(row: ApplicationImportRow) {
  const found: FoundApplications | null = JSON.parse(row.found ?? 'null')
  if (!found || found.broken) throw refuse('not_readable')
  return found
}

async function startApplying(tx: Tx, by: Actor, row: ApplicationImportRow) {
  if (row.state !== 'checked') throw refuse('other_state')
  const { fresh, gone, same } = requireReadable(row)
  if (isTest(row)) throw refuse('only_a_test')
  await askForModelYear(tx)
  if (row.kind === 'flat') await rememberFlatColumns(tx, row)
  await becomes(tx, row, { state: 'applying', started_at: now(), done_parts: 0, last_part: '' })
  await record(tx, by, {
    what: 'applications applied',
    subject: row.file_name,
    details: { supplier: row.supplier, lines: row.lines, new: fresh, gone, same },
  })
}

async function startUndoing(tx: Tx, by: Actor, row: ApplicationImportRow) {
  if (!(await mayUndoApplications(tx, row))) throw refuse('not_the_last')
  await becomes(tx, row, { state: 'undoing', ended_at: null, done_parts: 0, added: 0, removed: 0 })
  await record(tx, by, {
    what: 'applications undone',
    subject: row.file_name,
    details: { supplier: row.supplier },
  })
}

/** The lists that are made already stay. */
async function cancel(tx: Tx, by: Actor, row: ApplicationImportRow) {
  const { state } = row
  if (state === 'undoing' || !(isApplicationsMoving(state) || state === 'sending' || state === 'checked'))
    throw refuse('other_state')
  // It was applied once, and was on its way to be so again.
  await endedAs(tx, row, row.ended_at ? 'done' : 'cancelled')
  if (row.started_at)
    await record(tx, by, {
      what: 'applications cancelled',
      subject: row.file_name,
      details: { supplier: row.supplier },
    })
}

/** The text of the file is needed no more. */
export async function endedAs(
  tx: Tx,
  { id }: Pick<ApplicationImportRow, 'id'>,
  state: 'done' | 'cancelled' | 'failed' | 'undone',
) {
  await tx.updateTable('application_imports').set({ state, ended_at: now() }).where('id', '=', id).execute()
  await tx.deleteFrom('application_pieces').where('import_id', '=', id).execute()
}
