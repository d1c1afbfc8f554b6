import type { Db } from '~/platform/db/database.server.ts'
import { decodedFile, isXmlFile } from '~/platform/import/decoded-file.server.ts'
import { headingsOf } from '~/shop/catalogue/csv/look-at-sheet.server.ts'
import { mappingOfSupplier, piesOfSupplier } from '~/shop/catalogue/csv/suppliers.server.ts'

/** How a file of products is read: as the page was told of the files of its supplier. */
export async function readingFor(db: Db, file: string, supplier: string | undefined) {
  if (await isXmlFile(file)) {
    if (!supplier)
      throw new Error('Say whose file this is: npm run import-products -- FILE.xml --supplier NAME')
    const pies = await piesOfSupplier(db, supplier)
    if (pies) return { pies }
    throw new Error(`Nobody has said yet how the PIES files of ${supplier} are read: import one on the page.`)
  }
  if (!supplier) return {}
  const headings = await headingsOf(decodedFile(file))
  const mapping = await mappingOfSupplier(db, supplier, headings)
  if (mapping) return { mapping }
  throw new Error(
    `Nobody has said yet what the columns of ${supplier} are: import a file of theirs on the page.`,
  )
}
