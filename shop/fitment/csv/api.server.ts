import { sql } from 'kysely'
import type { FitmentRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { AsFile, endpoints } from '~/platform/http/endpoint.server.ts'
import { applyImport, previewImport } from '~/platform/import/import-lines.server.ts'
import { mostCsvBytes } from '~/platform/import/import-report.ts'
import { readInBatches } from '~/platform/lists/keyset-list.server.ts'
import { fitmentsCsvRoutes } from '~/shop/admin-routes.ts'
import { recordImport } from '~/shop/audit/record.server.ts'
import { fitmentsCsvContract } from '../contract.ts'
import { toFitmentValues } from '../store.server.ts'
import { columns, fitmentsTable } from './fitments-table.server.ts'

const byProduct = { table: 'fitments', keys: ['product_id', 'id'], direction: 'asc' } as const
const atOnce = 1000
/** Words of licensed tables are for who asks about a car; a file of them would hand the tables on. */
const notLicensed = sql<boolean>`licensed = 0`

/** The lists of all parts as a file for spreadsheets, and back again. */
export const fitmentsCsvApi = (database: Database) =>
  endpoints(fitmentsCsvRoutes, fitmentsCsvContract, {
    exportFitments: {
      access: 'catalogue',
      summary: 'Which part fits which car, all lines as a file for spreadsheets',
      async handler() {
        const batches = readInBatches<FitmentRow>(database.db, { ...byProduct, where: [notLicensed] }, atOnce)
        const { type, content } = csvFile({ name: 'fitments', columns: cells }, batches)
        return new AsFile('fitments.csv', type, content)
      },
    },
    importFitments: {
      access: 'catalogue',
      summary: 'Shows what a file would change; with the key of that plan, changes it, all or nothing',
      mostBytes: mostCsvBytes,
      handler: ({ body: { csv, planKey }, caller }) =>
        planKey
          ? applyImport(database, fitmentsTable, {
              csv,
              planKey,
              onImported: (tx, imported) => recordImport(tx, caller, 'fitments imported', imported),
            })
          : previewImport(database, fitmentsTable, { csv }),
    },
  })

const cells = columns.map((column): [title: string, cell: (row: FitmentRow) => string | number] => [
  column,
  (row) => {
    if (column === 'product') return row.product_id
    return column === 'vehicle' ? row.vehicle_id : toFitmentValues(row)[column]
  },
])
