import { join } from 'node:path'
import type { VehicleTablesRow } from '~/database/tables.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import type { JobHold } from '~/platform/db/jobs.server.ts'
import { startJobWorker } from '~/platform/db/jobs.server.ts'
import { FileProblem } from '~/platform/import/file-problem.ts'
import type { Log } from '~/platform/log.server.ts'
import type { FoundTables, TableName } from './read-tables.server.ts'
import { editionOf, namesIn, vehiclesIn } from './read-tables.server.ts'
import { problemOfTables, tableFilesIn } from './table-files.server.ts'

/** In the folder of the shop's data. */
export const tablesFolder = 'vcdb'

type Dependencies = { database: Database; log: Log; dataDir: string; everyMs?: number | undefined }
export type TablesWorker = ReturnType<typeof startTablesWorker>

/** Reads the licensed tables that the owner has put into their folder. */
export const startTablesWorker = ({ database, log, dataDir, everyMs }: Dependencies) =>
  startJobWorker<VehicleTablesRow>({
    database,
    log,
    everyMs,
    table: 'vehicle_tables',
    states: ['reading'],
    failures: ['vehicle tables failed', 'vehicle tables cannot be read'],
    giveUp: (tx, { id }) => endedWith(tx, id, { state: 'failed' }),
    run: (job) => readTables({ folder: join(dataDir, tablesFolder), ...job }),
  })

type Job = {
  folder: string
  row: VehicleTablesRow
  hold: JobHold<VehicleTablesRow>
  mayGoOn: () => boolean
}

/** Broken off, it begins again: the edition before counts until all of this one is there. */
async function readTables({ folder, row, hold, mayGoOn }: Job) {
  const { id } = row
  const found: FoundTables = { tables: [], missing: [] }
  const makes = new Set<number>()
  const models = new Set<number>()
  function seen(name: TableName) {
    if (name.kind === 'Make') makes.add(name.id)
    if (name.kind === 'Model') models.add(name.id)
    return { tables_id: id, ...name }
  }
  try {
    await hold.write([], (tx) => deleteRows(tx, id))
    const files = await tableFilesIn(folder)
    const edition = await editionOf(files)
    await hold.write([], (tx) => requireNewer(tx, row, edition))
    for await (const names of inBatches(namesIn(files, found))) {
      if (!mayGoOn()) return
      const rows = names.map(seen)
      await hold.write([], (tx) => inStatements(rows, (some) => insertNames(tx, some)))
    }
    for await (const vehicles of inBatches(vehiclesIn(files, { makes, models }, found))) {
      if (!mayGoOn()) return
      const rows = vehicles.map((vehicle) => ({ tables_id: id, ...vehicle }))
      await hold.write([], (tx) => inStatements(rows, (some) => insertVehicles(tx, some)))
    }
    await hold.write([], async (tx) => {
      await tx.deleteFrom('vehicle_tables').where('id', '!=', id).where('state', '!=', 'reading').execute()
      await tx
        .updateTable('vehicle_tables')
        .set({ state: 'current', edition, found: JSON.stringify(found) })
        .where('id', '=', id)
        .execute()
      await readFilesAgain(tx)
    })
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    await hold.write([], (tx) => endedWith(tx, id, { state: 'broken', problem: error.message }))
  }
}

async function requireNewer(tx: Tx, { may_be_older }: VehicleTablesRow, edition: string) {
  const current = await tx
    .selectFrom('vehicle_tables')
    .select('edition')
    .where('state', '=', 'current')
    .executeTakeFirst()
  if (current && edition < current.edition && !may_be_older)
    throw problemOfTables(
      `These tables are of ${edition}, older than those of ${current.edition} that are here. Say so if you want them.`,
    )
}

/** Numbers that nobody could read may have names now, and others may have lost theirs: the lists follow. */
async function readFilesAgain(tx: Tx) {
  await tx
    .updateTable('application_imports')
    .set({
      state: 'checking',
      due_at: new Date().toISOString(),
      attempts: 0,
      done_parts: 0,
      added: 0,
      removed: 0,
    })
    .where('kind', '=', 'aces')
    .where('state', 'in', ['checked', 'done'])
    .where('found', 'not like', '%"broken"%')
    .where((e) =>
      e.or([
        e('state', '=', 'checked'),
        e.exists(
          e
            .selectFrom('application_parts')
            .select('part_key')
            .whereRef('application_parts.import_id', '=', 'application_imports.id'),
        ),
      ]),
    )
    .execute()
}

async function endedWith(tx: Tx, id: string, set: { state: 'broken' | 'failed'; problem?: string }) {
  await deleteRows(tx, id)
  await tx.updateTable('vehicle_tables').set(set).where('id', '=', id).execute()
}

async function deleteRows(tx: Tx, id: string) {
  await tx.deleteFrom('licensed_names').where('tables_id', '=', id).execute()
  await tx.deleteFrom('licensed_vehicles').where('tables_id', '=', id).execute()
}

const atOnce = 5000
const rowsPerStatement = 1000

async function* inBatches<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function inStatements<Row>(rows: Row[], write: (some: Row[]) => Promise<unknown>) {
  for (let n = 0; n < rows.length; n += rowsPerStatement) await write(rows.slice(n, n + rowsPerStatement))
}

// A table that has a number twice says nothing by the second.
const insertNames = (tx: Tx, rows: (TableName & { tables_id: string })[]) =>
  tx
    .insertInto('licensed_names')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
const insertVehicles = (
  tx: Tx,
  rows: { tables_id: string; id: number; year: number; make: number; model: number; engines: string }[],
) =>
  tx
    .insertInto('licensed_vehicles')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
