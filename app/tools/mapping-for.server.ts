import type { Db } from '~/platform/db/database.server.ts'
import { decodedFile } from '~/platform/import/decoded-file.server.ts'
import { headingsOf } from '~/shop/catalogue/csv/look-at-sheet.server.ts'
import { mappingOfSupplier } from '~/shop/catalogue/csv/suppliers.server.ts'

/** How the files of a supplier are read. */
export async function mappingFor(db: Db, file: string, supplier: string) {
  const headings = await headingsOf(decodedFile(file))
  const mapping = await mappingOfSupplier(db, supplier, headings)
  if (!mapping)
    throw new Error(
      `Nobody has said yet what the columns of ${supplier} are: import a file of theirs on the page.`,
    )
  return mapping
}
