import { createReadStream, existsSync } from 'node:fs'
import { migrate } from '~/database/migrate.server.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { openDatabase } from '~/platform/db/database.server.ts'
import { formatCount } from '~/platform/figures.ts'
import { workAsOwnerOf } from '~/platform/folders.server.ts'
import { csvLines } from '~/platform/import/csv-lines.server.ts'
import type { CsvTable, ImportedLines } from '~/platform/import/csv-table.ts'
import type { Imported } from '~/platform/import/import-lines.server.ts'
import { importLines } from '~/platform/import/import-lines.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { operator, recordImport } from '~/shop/audit/record.server.ts'
import { numbersTable } from '~/shop/catalogue/csv/numbers-table.server.ts'
import { productsTable } from '~/shop/catalogue/csv/save-products.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { fitmentsTable } from '~/shop/fitment/csv/fitments-table.server.ts'
import { vehiclesTable } from '~/shop/vehicles/csv/vehicles-table.server.ts'
import { endTool } from './tool.server.ts'

const imports = {
  fitments: (given: Given) => importInto(fitmentsTable, given, 'fitments imported'),
  vehicles: (given: Given) => importInto(vehiclesTable, given, 'vehicles imported'),
  numbers: (given: Given) => importInto(numbersTable, given, 'numbers imported'),
  // Every product has its own entry in the audit trail.
  products: (given: Given) =>
    importInto(
      { ...productsTable(given.config, { database: given.database, by: operator }), linesAtOnce: 1000 },
      given,
    ),
}
type Given = { database: Database; config: Config; file: string }

/** `npm run import-fitments -- FILE`: all lines of a file or none, however long it is. On SQLite the shop must be closed. */
try {
  const [name = '', file] = process.argv.slice(2)
  if (!file || !(name in imports)) throw new Error(`Usage: npm run import-${name || 'fitments'} -- FILE.csv`)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const database = await openDatabase(config, createLog('silent'))
  try {
    await database.withLock(migrate)
    const { lines, added, changed, unchanged } = await imports[name as keyof typeof imports]({
      database,
      config,
      file,
    })
    console.log(
      `${formatCount(lines)} lines: ${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged.`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  endTool(error)
}

function importInto<Values, Row>(
  table: CsvTable<Values, Row>,
  { database, file }: Given,
  what?: Parameters<typeof recordImport>[2],
) {
  const onImported = what && ((tx: Tx, imported: ImportedLines) => recordImport(tx, operator, what, imported))
  const lines = csvLines(table, createReadStream(file))
  return importLines(database, table, lines, { onProgress: progress(), onImported })
}

/** Says how far it is, every so many lines. */
function progress() {
  const step = 50_000
  let next = step
  return ({ lines }: Imported) => {
    if (lines < next) return
    console.log(`${formatCount(lines)} lines …`)
    next = lines - (lines % step) + step
  }
}
