import { z } from 'zod'
import type { Database } from '~/platform/db/database.server.ts'
import { csvFile } from '~/platform/http/csv-file.server.ts'
import { AsFile, endpoint } from '~/platform/http/endpoint.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { allProducts } from '../store.server.ts'
import { ImportReport, ImportRequest, mostCsvBytes } from './import-contract.ts'
import { applyImport, tryImport } from './import-products.server.ts'
import { csvColumns } from './products-csv.ts'

/** Products as a file for spreadsheets, and back again. */
export const csvApi = (database: Database, { imageHostUrl }: Pick<Config, 'imageHostUrl'>) => [
  endpoint({
    method: 'GET',
    path: '/api/manage/services.csv',
    who: 'admin',
    summary: 'All products as a file for spreadsheets',
    answer: z.string(),
    async act() {
      const { type, text } = csvFile({ name: 'products', columns: csvColumns }, allProducts(database.db))
      return new AsFile('products.csv', type, text)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/manage/services/import',
    who: 'admin',
    summary: 'Shows what a file would change; with the key of that plan, changes it, all or nothing',
    mostBytes: mostCsvBytes,
    body: ImportRequest,
    answer: ImportReport,
    act: ({ body: { csv, planKey }, caller }) =>
      planKey
        ? applyImport(database, caller, { csv, planKey, imageHostUrl })
        : tryImport(database, csv, imageHostUrl),
  }),
]
