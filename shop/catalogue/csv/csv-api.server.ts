import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { AsFile, endpoints } from '~/platform/http/endpoint.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { allProducts } from '../store.server.ts'
import { csvContract, mostCsvBytes } from './import-contract.ts'
import { applyImport, previewImport } from './import-products.server.ts'
import { csvColumns } from './products-csv.ts'
import { csvRoutes } from './routes.ts'

/** Products as a file for spreadsheets, and back again. */
export const csvApi = (database: Database, { imageHostUrl }: Pick<Config, 'imageHostUrl'>) =>
  endpoints(csvRoutes, csvContract, {
    exportProducts: {
      access: 'admin',
      summary: 'All products as a file for spreadsheets',
      async handler() {
        const { type, content } = csvFile({ name: 'products', columns: csvColumns }, allProducts(database.db))
        return new AsFile('products.csv', type, content)
      },
    },
    importProducts: {
      access: 'admin',
      summary: 'Shows what a file would change; with the key of that plan, changes it, all or nothing',
      mostBytes: mostCsvBytes,
      handler: ({ body: { csv, planKey }, caller }) =>
        planKey
          ? applyImport(database, caller, { csv, planKey, imageHostUrl })
          : previewImport(database, csv, imageHostUrl),
    },
  })
