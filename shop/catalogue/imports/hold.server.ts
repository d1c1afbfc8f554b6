import type { ProductImportRow } from '~/database/tables.ts'
import type { Database } from '~/platform/db/database.server.ts'
import type { JobHold } from '~/platform/db/jobs.server.ts'
import { holdJob } from '~/platform/db/jobs.server.ts'

export type Hold = JobHold<ProductImportRow>

export const holdImport = (database: Database, row: ProductImportRow): Hold =>
  holdJob(database, 'product_imports', row)
