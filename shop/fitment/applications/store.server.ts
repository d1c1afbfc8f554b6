import { createHash } from 'node:crypto'
import type { ApplicationImportRow, ApplicationRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { days } from '~/platform/time.ts'
import type { AcesHeader } from './aces/said.ts'
import type { Application } from './application.ts'
import type { ApplicationImport, WatchedApplications } from './contract.ts'
import { refuse } from './contract.ts'

const byAge = { table: 'application_imports', keys: ['created_at', 'id'], direction: 'desc' } as const

export const listApplicationImports = async (db: Db, query: ListQuery) =>
  (await readListPage<ApplicationImportRow>(db, byAge, query)).map(toImport)

export async function applicationImport(db: Db, id: string) {
  const row = await db.selectFrom('application_imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('unknown_import')
  return row
}

export async function lockedApplicationImport({ locking }: Pick<Database, 'locking'>, tx: Tx, id: string) {
  const query = locking(tx.selectFrom('application_imports').selectAll().where('id', '=', id))
  const row = await query.executeTakeFirst()
  if (!row) throw refuse('unknown_import')
  return row
}

const toImport = (row: ApplicationImportRow): ApplicationImport => ({
  _id: row.id,
  fileName: row.file_name,
  supplier: row.supplier,
  email: row.email,
  state: row.state,
  createdAt: row.created_at,
  ...(row.started_at && { startedAt: row.started_at }),
  ...(row.ended_at && { endedAt: row.ended_at }),
  ...(row.header && { header: headerOf(row) }),
  lines: row.lines,
  doneLines: row.done_lines,
  parts: row.parts,
  doneParts: row.done_parts,
  added: row.added,
  removed: row.removed,
})

export const toWatchedApplications = async (
  db: Db,
  row: ApplicationImportRow,
): Promise<WatchedApplications> => ({
  ...toImport(row),
  mayBeUndone: await mayUndoApplications(db, row),
  ...(row.found && { found: JSON.parse(row.found) }),
})

/** In the place of what counted before: lines of an earlier file that are deleted by now. */
export const forgotten = ''

/** Something was made of it, nothing of this supplier after it, and what counted before it is still there. */
export async function mayUndoApplications(
  db: Db | Tx,
  { id, state, started_at, supplier_key }: ApplicationImportRow,
) {
  if (!started_at || !['done', 'cancelled', 'failed'].includes(state)) return false
  const later = await db
    .selectFrom('application_imports')
    .select('id')
    .where('id', '!=', id)
    .where('supplier_key', '=', supplier_key)
    .where('started_at', '>=', started_at)
    .where('state', '!=', 'undone')
    .executeTakeFirst()
  if (later) return false
  const unknown = await db
    .selectFrom('application_parts')
    .select('part_key')
    .where('import_id', '=', id)
    .where('import_before', '=', forgotten)
    .executeTakeFirst()
  return !unknown
}

/** The text of the file, one piece at a time. */
export async function* applicationPieces(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let nth = 0; ; nth += 1) {
    const piece = await db
      .selectFrom('application_pieces')
      .select('text')
      .where('import_id', '=', id)
      .where('nth', '=', nth)
      .executeTakeFirst()
    if (!piece) return
    yield Buffer.from(piece.text)
  }
}

/** The next parts that a file names; `''` begins, and is no part. */
export async function partsAfter(db: Db | Tx, importId: string, last: string, most: number) {
  const rows = await db
    .selectFrom('applications')
    .select('part_key')
    .distinct()
    .where('import_id', '=', importId)
    .where('part_key', '>', last)
    .orderBy('part_key')
    .limit(most)
    .execute()
  return rows.map(({ part_key }) => part_key)
}

export const applicationsOf = (
  db: Db | Tx,
  importId: string,
  partKeys: string[],
): Promise<ApplicationRow[]> =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('import_id', '=', importId)
    .where('part_key', 'in', partKeys)
    .orderBy('part_key')
    .orderBy('line')
    .execute()

export const toApplication = (row: ApplicationRow): Application => ({
  make: row.make,
  model: row.model,
  submodel: row.submodel,
  engine: row.engine,
  from: row.built_from,
  to: row.built_to,
  position: row.position,
  quantity: row.quantity,
  notes: JSON.parse(row.notes),
})

export const headerOf = ({ header }: Pick<ApplicationImportRow, 'header'>): AcesHeader | undefined =>
  JSON.parse(header ?? 'null') ?? undefined

/** It says only what is different from the files before it. */
export const isUpdate = (row: Pick<ApplicationImportRow, 'header'>) => headerOf(row)?.submission === 'UPDATE'
/** To be looked at, and no more. */
export const isTest = (row: Pick<ApplicationImportRow, 'header'>) => headerOf(row)?.submission === 'TEST'

/** Two lines that say the same of a part, in whatever order they stand and whatever their file is called. */
export const sameApplication = ({ import_id: _, line: __, part, brand, notes, ...row }: ApplicationRow) =>
  JSON.stringify([row, (JSON.parse(notes) as string[]).toSorted()])

/** Short and of one length, however long the words are. */
export const idOfWords = (words: string) =>
  createHash('sha256').update(words).digest('base64url').slice(0, 32)

const partsAtOnce = 20

/**
 * What no part of a supplier refers to any more, now or after an undo. A few parts at a time: two hundred thousand lines in
 * one statement would keep orders waiting.
 */
export async function deleteUnusedApplications(db: Db, supplierKey: string) {
  const ended = await db
    .selectFrom('application_imports')
    .select('id')
    .where('supplier_key', '=', supplierKey)
    .where('state', 'in', ['done', 'cancelled', 'failed', 'undone'])
    .execute()
  for (const { id } of ended) {
    await deleteParts(db, id, [''])
    for (let last = ''; ; ) {
      const keys = await partsAfter(db, id, last, partsAtOnce)
      if (keys.length === 0) break
      last = keys.at(-1)!
      const used = await db
        .selectFrom('application_parts')
        .select('part_key')
        .where('supplier_key', '=', supplierKey)
        .where('part_key', 'in', keys)
        .where((e) => e.or([e('import_id', '=', id), e('import_before', '=', id)]))
        .execute()
      const unused = keys.filter((key) => !used.some(({ part_key }) => part_key === key))
      if (unused.length > 0) await deleteParts(db, id, unused)
    }
  }
}

const deleteParts = (db: Db, importId: string, partKeys: string[]) =>
  db.deleteFrom('applications').where('import_id', '=', importId).where('part_key', 'in', partKeys).execute()

/** Nobody has said for so long what to do with it. */
const leftMs = days(7)

/** Files that nobody applies, and what is left of those that were cancelled. */
export async function deleteLeftApplications(db: Db, now: number) {
  await db
    .updateTable('application_imports')
    .set({ state: 'cancelled' })
    .where('state', 'in', ['sending', 'checked'])
    .where('created_at', '<', new Date(now - leftMs).toISOString())
    .execute()
  const suppliers = await db.selectFrom('application_imports').select('supplier_key').distinct().execute()
  for (const { supplier_key } of suppliers) await deleteUnusedApplications(db, supplier_key)
  await db
    .deleteFrom('application_imports')
    .where('state', '=', 'cancelled')
    .where('started_at', 'is', null)
    .where('created_at', '<', new Date(now - leftMs).toISOString())
    .execute()
}

/** What a person has sent. */
export const exportApplicationImports = (db: Db, userId: string) =>
  db
    .selectFrom('application_imports')
    .select(['file_name', 'supplier', 'state', 'created_at', 'ended_at'])
    .where('user_id', '=', userId)
    .execute()
