import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '~/database/migrate.server.ts'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { openDatabase } from '~/platform/db/database.server.ts'
import { FolderInUse } from '~/platform/db/sqlite.server.ts'
import { formatCount } from '~/platform/figures.ts'
import { workAsOwnerOf } from '~/platform/folders.server.ts'
import { csvLines } from '~/platform/import/csv-lines.server.ts'
import type { ColumnMapping, CsvTable, ImportedLines } from '~/platform/import/csv-table.ts'
import { decodedFile } from '~/platform/import/decoded-file.server.ts'
import type { Imported } from '~/platform/import/import-lines.server.ts'
import { importLines } from '~/platform/import/import-lines.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { operator, recordImport } from '~/shop/audit/record.server.ts'
import { attributeRows } from '~/shop/catalogue/attributes/store-attributes.server.ts'
import { recordAtOnce } from '~/shop/catalogue/csv/import-changes.server.ts'
import { bytesOf } from '~/shop/catalogue/csv/look-at-sheet.server.ts'
import { numbersTable } from '~/shop/catalogue/csv/numbers-table.server.ts'
import { productsTable } from '~/shop/catalogue/csv/save-products.server.ts'
import { longestFileName } from '~/shop/catalogue/csv/sheet-columns.ts'
import { piesLines } from '~/shop/catalogue/imports/pies-lines.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { fitmentsTable } from '~/shop/fitment/csv/fitments-table.server.ts'
import { vehiclesFromEpa } from '~/shop/vehicles/csv/epa-cars.ts'
import { vehiclesTable } from '~/shop/vehicles/csv/vehicles-table.server.ts'
import { importThroughShop } from './import-through-shop.server.ts'
import { readingFor } from './reading-for.server.ts'
import { endTool } from './tool.server.ts'

const imports = {
  fitments: (given: Given) => importInto(fitmentsTable, given, recorded('fitments imported')),
  vehicles: async (given: Given) => {
    const pieces = await vehiclesFile(given.file)
    return importInto(vehiclesTable, given, recorded('vehicles imported'), pieces)
  },
  numbers: (given: Given) => importInto(numbersTable, given, recorded('numbers imported')),
  // Every product has its own entry in the audit trail.
  products: async (given: Given) => {
    const { config, database, file, supplier } = given
    const { mapping, pies } = await readingFor(database.db, file, supplier)
    const fileName = basename(file).slice(0, longestFileName)
    const { onImported, ...recording } = recordAtOnce({ by: operator, fileName, supplier, mapping, pies })
    const table = { ...productsTable(config, { database, by: operator, ...recording }), linesAtOnce: 1000 }
    if (!pies) return importInto(table, { ...given, mapping }, onImported)
    const on = new Date().toISOString().slice(0, 10)
    const known = await attributeRows(database.db).execute()
    const lines = piesLines({ pieces: decodedFile(file), rule: pies, on, known })
    return importLines(database, table, lines, { onProgress: progress(), onImported })
  },
}
type Given = {
  database: Database
  config: Config
  file: string
  supplier?: string | undefined
  mapping?: ColumnMapping | undefined
}

/**
 * `npm run import-fitments -- FILE`: all lines of a file or none, however long it is. On SQLite the shop must be closed, but
 * for products: an open one imports them itself.
 * `npm run import-products -- FILE --supplier NAME` reads the columns as they were said to be on the page.
 */
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { supplier: { type: 'string' } },
  })
  const [name = '', file] = positionals
  if (!file || !(name in imports) || (values.supplier && name !== 'products'))
    throw new Error(`Usage: npm run import-${name || 'fitments'} -- FILE.csv`)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const { supplier } = values
  const { lines, added, changed, unchanged } = await imported(name as keyof typeof imports, {
    config,
    file,
    supplier,
  })
  console.log(
    `${formatCount(lines)} lines: ${formatCount(added)} new, ${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged.`,
  )
} catch (error) {
  endTool(error)
}

async function imported(name: keyof typeof imports, given: Omit<Given, 'database'>) {
  const { config, file, supplier } = given
  const log = createLog('silent')
  const database = await openDatabase(config, log).catch((error) => {
    if (name === 'products' && error instanceof FolderInUse) return undefined
    throw error
  })
  if (!database) return importThroughShop(config, { file, supplier, onProgress: progress() })
  try {
    await database.withLock(migrate)
    return await imports[name]({ database, ...given })
  } finally {
    await database.close()
  }
}

type OnImported = (tx: Tx, imported: ImportedLines) => Promise<void>

function recorded(what: Parameters<typeof recordImport>[2]): OnImported {
  return (tx, imported) => recordImport(tx, operator, what, imported)
}

function importInto<Values, Row>(
  table: CsvTable<Values, Row>,
  { database, file, mapping }: Given,
  onImported: OnImported,
  pieces: AsyncIterable<Buffer> = decodedFile(file),
) {
  const lines = csvLines(table, pieces, mapping)
  return importLines(database, table, lines, { onProgress: progress(), onImported })
}

/** The list of cars of the US Environmental Protection Agency has a line for each model year: these are joined first. */
async function vehiclesFile(file: string) {
  const pieces: Buffer[] = []
  for await (const piece of decodedFile(file)) {
    // Its first lines tell; any other file may be longer than the memory.
    if (pieces.length === 0 && vehiclesFromEpa(String(piece)) === undefined) return decodedFile(file)
    pieces.push(piece)
  }
  return bytesOf(vehiclesFromEpa(Buffer.concat(pieces).toString()) ?? '')
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
