import { ImportCsv } from '~/platform/import/ImportCsv.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { csvRoutes } from '~/shop/routes.ts'

export const ImportProducts = ({ onImported }: { onImported: () => void }) => (
  <ImportCsv
    title="Import products"
    one="product"
    hint="The columns of the export. With the column _id products are found by it, can be renamed, and keep what the file has no column for: _id and price are a price list. Without it they are found by their name."
    send={(body) => authApi(csvRoutes.importProducts, { body })}
    onImported={onImported}
  />
)
