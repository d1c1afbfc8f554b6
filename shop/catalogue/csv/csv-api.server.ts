import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { AsFile, endpoints } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { applyImport, previewImport } from '~/platform/import/import-lines.server.ts'
import { mostCsvBytes, mostLookBytes } from '~/platform/import/import-report.ts'
import { csvRoutes } from '~/shop/admin-routes.ts'
import { recordImport } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { allProducts } from '../store.server.ts'
import { recordAtOnce } from './import-changes.server.ts'
import { csvContract } from './import-contract.ts'
import { bytesOf, headingsOf, lookAtSheet } from './look-at-sheet.server.ts'
import { exportNumbers, numbersTable } from './numbers-table.server.ts'
import { csvColumns, productsTable } from './save-products.server.ts'
import { rememberColumns } from './suppliers.server.ts'

/** Products as a file for spreadsheets, and back again. */
export const csvApi = (database: Database, { imageHostUrl }: Pick<Config, 'imageHostUrl'>, reach?: Reach) =>
  endpoints(csvRoutes, csvContract, {
    exportProducts: {
      access: 'catalogue',
      summary: 'All products as a file for spreadsheets',
      async handler() {
        const { type, content } = csvFile(
          { name: 'products', columns: csvColumns },
          allProducts(database.db, []),
        )
        return new AsFile('products.csv', type, content)
      },
    },
    importProducts: {
      access: 'catalogue',
      summary: 'Shows what a file would change; with the key of that plan, changes it, all or nothing',
      mostBytes: mostCsvBytes,
      async handler({ body: { csv, fileName = '', mapping, supplier, planKey, leaveOut }, caller }) {
        const recording = recordAtOnce({ by: caller, fileName, mapping, supplier })
        const { onSaved } = recording
        const table = productsTable({ imageHostUrl, reach }, { database, by: caller, onSaved })
        const file = { csv, mapping }
        if (!planKey) return await previewImport(database, table, file)
        const headings = mapping && supplier ? await headingsOf(bytesOf(csv)) : []
        return await applyImport(database, table, {
          ...file,
          planKey,
          leavesOutProblems: leaveOut,
          async onImported(tx, imported) {
            await recording.onImported(tx, imported)
            if (mapping && supplier) await rememberColumns(tx, { name: supplier, headings, mapping })
          },
        })
      },
    },
    lookAtSheet: {
      access: 'catalogue',
      summary: 'The columns of a file with headings of its own, with samples and what each probably is',
      mostBytes: mostLookBytes,
      handler: ({ body: { csv } }) => lookAtSheet(database.db, csv),
    },
    exportNumbers: {
      access: 'catalogue',
      summary: 'The part numbers of all products as a file for spreadsheets, one per line',
      handler: async () => exportNumbers(database.db),
    },
    importNumbers: {
      access: 'catalogue',
      summary: 'Shows what a file of part numbers would change; with the key of that plan, changes it',
      mostBytes: mostCsvBytes,
      handler: ({ body: { csv, planKey }, caller }) =>
        planKey
          ? applyImport(database, numbersTable, {
              csv,
              planKey,
              onImported: (tx, imported) => recordImport(tx, caller, 'numbers imported', imported),
            })
          : previewImport(database, numbersTable, { csv }),
    },
  })
