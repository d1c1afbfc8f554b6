import { sql } from 'kysely'
import type { ProductImportRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { LineMistake } from '~/platform/import/csv-table.ts'
import { readInBatches, readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { ListQuery } from '~/platform/lists/list-query.ts'
import { days } from '~/platform/time.ts'
import { searchable } from '../rules.ts'
import type { ProductImport, WatchedImport } from './contract.ts'
import { refuse } from './contract.ts'

const byAge = { table: 'product_imports', keys: ['created_at', 'id'], direction: 'desc' } as const

export const listImports = async (db: Db, query: ListQuery) =>
  (await readListPage<ProductImportRow>(db, byAge, query)).map(toImport)

export async function importRow(db: Db | Tx, id: string) {
  const row = await db.selectFrom('product_imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('unknown_import')
  return row
}

export async function lockedImport({ locking }: Pick<Database, 'locking'>, tx: Tx, id: string) {
  const query = locking(tx.selectFrom('product_imports').selectAll().where('id', '=', id))
  const row = await query.executeTakeFirst()
  if (!row) throw refuse('unknown_import')
  return row
}

const toImport = (row: ProductImportRow): ProductImport => ({
  _id: row.id,
  fileName: row.file_name,
  supplier: row.supplier,
  email: row.email,
  state: row.state,
  createdAt: row.created_at,
  ...(row.started_at && { startedAt: row.started_at }),
  ...(row.ended_at && { endedAt: row.ended_at }),
  lines: row.lines,
  doneLines: row.done_lines,
  added: row.added,
  changed: row.changed,
  unchanged: row.unchanged,
  mistakes: row.mistakes,
  badLines: row.bad_lines,
  undone: row.undone,
  kept: row.kept,
})

export const toWatched = async (db: Db, row: ProductImportRow): Promise<WatchedImport> => ({
  ...toImport(row),
  mayBeUndone: await mayBeUndone(db, row),
  ...(row.found && { found: JSON.parse(row.found) }),
})

/** It has changed something, and nothing of this supplier was imported after it. */
export async function mayBeUndone(db: Db | Tx, { id, state, started_at, supplier }: ProductImportRow) {
  if (!started_at || !['done', 'cancelled', 'failed'].includes(state)) return false
  const later = await db
    .selectFrom('product_imports')
    .select('supplier')
    .where('id', '!=', id)
    .where('started_at', '>=', started_at)
    .where('state', '!=', 'undone')
    .execute()
  return !later.some((other) => searchable(other.supplier) === searchable(supplier))
}

/** The text of the file, one piece at a time. */
export async function* piecesOf(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let nth = 0; ; nth += 1) {
    const piece = await db
      .selectFrom('import_pieces')
      .select('text')
      .where('import_id', '=', id)
      .where('nth', '=', nth)
      .executeTakeFirst()
    if (!piece) return
    yield Buffer.from(piece.text)
  }
}

const rowsPerStatement = 500

/** Of a line all at once. */
export async function insertMistakes(tx: Tx, importId: string, mistakes: LineMistake[]) {
  const rows = mistakes.map(({ line, message }, nth) => ({ import_id: importId, line, nth, message }))
  for (let n = 0; n < rows.length; n += rowsPerStatement)
    await tx
      .insertInto('import_mistakes')
      .values(rows.slice(n, n + rowsPerStatement))
      .execute()
}

type Mistake = { import_id: string; line: number; message: string }

export const mistakesOf = (db: Db, importId: string) =>
  readInBatches<Mistake>(
    db,
    {
      table: 'import_mistakes',
      keys: ['line', 'nth'],
      direction: 'asc',
      isNumber: true,
      where: [sql`import_id = ${importId}`],
    },
    rowsPerStatement,
  )

/** Beside an open shop a transaction of SQLite that begins by writing waits for its turn; one that begins by reading fails. */
export const writeFirst = (tx: Tx, id: string) =>
  tx
    .updateTable('product_imports')
    .set((e) => ({ due_at: e.ref('due_at') }))
    .where('id', '=', id)
    .execute()

/** As many as somebody reads at a terminal. */
export const firstMistakes = (db: Db, importId: string): Promise<LineMistake[]> =>
  db
    .selectFrom('import_mistakes')
    .select(['line', 'message'])
    .where('import_id', '=', importId)
    .orderBy('line')
    .orderBy('nth')
    .limit(100)
    .execute()

const endedMs = days(90)
/** Nobody has said for so long what to do with it. */
const leftMs = days(7)

export async function deleteOldImports(db: Db, now: number) {
  const before = (ms: number) => new Date(now - ms).toISOString()
  await db.deleteFrom('product_imports').where('ended_at', '<', before(endedMs)).execute()
  await db
    .deleteFrom('product_imports')
    .where('state', 'in', ['sending', 'checked'])
    .where('created_at', '<', before(leftMs))
    .execute()
}

/** What a person has sent. */
export const exportImports = (db: Db, userId: string) =>
  db
    .selectFrom('product_imports')
    .select(['file_name', 'supplier', 'state', 'created_at', 'ended_at'])
    .where('user_id', '=', userId)
    .execute()
