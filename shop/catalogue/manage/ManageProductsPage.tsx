import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { DeleteDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { CsvFiles } from '~/platform/import/ImportCsv.tsx'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import type { ListView } from '~/platform/lists/read-list-query.ts'
import { readChoice, readListQuery } from '~/platform/lists/read-list-query.ts'
import { formatDollarsAfter } from '~/platform/money.ts'
import { csvRoutes, manageRoutes } from '~/shop/admin-routes.ts'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listed, staffList } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import type { ManageSort, Visibility } from '../list-rules.ts'
import { manageSorts, visibilities } from '../list-rules.ts'
import { Thumbnail } from '../product/ProductPicture.tsx'
import { useLiveProducts } from '../product/use-live-products.ts'
import type { StockFilter } from '../stock/stock-marks.ts'
import { stockFilters } from '../stock/stock-marks.ts'
import { ManagedProducts, ManageFilters } from './ManagedProducts.tsx'
import type { ManagedProduct } from './manage-contract.ts'

function ManageProductsPage() {
  const data = useLoaderData<Listed<ManagedProduct, ManageView> | null>()
  const { revalidate } = useRevalidator()
  const [deleted, setDeleted] = useState<Product>()
  const reload = () => void revalidate()
  useLiveProducts(reload)
  if (!data) return null
  const { rows, view } = data

  function close(hasChanged: boolean) {
    setDeleted(undefined)
    if (hasChanged) reload()
  }
  return (
    <>
      <ListPage
        title="Manage Products"
        list={data}
        one="product"
        next="Next"
        address={urls.manageProducts}
        actions={
          <div className="flex flex-wrap justify-end gap-2 max-sm:w-full max-sm:[&>.btn]:flex-1 max-sm:[&>.btn]:px-2">
            <details className="files-menu">
              <summary className="btn btn-quiet btn-small">Import or export</summary>
              <div className="panel">
                <ProductFiles onImported={reload} />
              </div>
            </details>
            <Link to={urls.addProduct()} className="btn btn-main btn-small">
              Add Product
            </Link>
          </div>
        }
        search="Name or description"
        tools={<ManageFilters view={view} />}
        empty="No Products Found"
      >
        <ManagedProducts products={rows} view={view} onChanged={reload} onDelete={setDeleted} />
      </ListPage>
      {/* Beside the list, not in its rows: a row may be gone before the dialog is read. */}
      {deleted && (
        <DeleteDialog
          onDelete={() => authApi(manageRoutes.deleteProduct, { params: { id: deleted._id } })}
          about={<About product={deleted} />}
          done="Your file has been deleted."
          onClose={close}
        />
      )}
    </>
  )
}

const About = ({ product: { image, productName, price, availableQty } }: { product: Product }) => (
  <DialogSubject picture={<Thumbnail image={image} />} name={productName}>
    {formatDollarsAfter(price)}, {availableQty} in stock
  </DialogSubject>
)

/** The products, and their part numbers one per line, as files and back again. */
const ProductFiles = ({ onImported }: { onImported: () => void }) => (
  <>
    <DownloadButton
      download={() => fetchAs(csvRoutes.exportProducts)}
      text="Export CSV"
      busy="Exporting…"
      className="btn-small"
    />
    <Link to={urls.importProducts()} className="btn btn-quiet btn-small">
      Import a file
    </Link>
    <CsvFiles
      download={() => fetchAs(csvRoutes.exportNumbers)}
      exportText="Export numbers"
      title="Import part numbers"
      text="Import numbers"
      one="number"
      hint="The columns of the export. A product is named by its id or its own number; the kind is Own, OE, Competitor, Replaces or EAN. Numbers are added or their spelling is changed; none is removed."
      send={(body) => authApi(csvRoutes.importNumbers, { body })}
      onImported={onImported}
    />
  </>
)

export type ManageView = ListView & {
  sort: ManageSort
  stock: StockFilter | ''
  visibility: Visibility | ''
}

export async function loader({
  request,
}: LoaderFunctionArgs): Promise<Listed<ManagedProduct, ManageView> | null> {
  const sort = readChoice(request, 'sort', manageSorts)
  const stock = readChoice(request, 'stock', ['', ...stockFilters])
  const visibility = readChoice(request, 'visibility', ['', ...visibilities])
  const byKeyset = stock !== '' || visibility === 'hidden' || sort === 'stock-low' || sort === 'stock-high'
  const view: ManageView = { ...readListQuery(request, { byKeyset }), sort, stock, visibility }
  const found = await staffList(manageRoutes.listManagedProducts, {
    query: { ...view, visibility: visibility || 'all', limit: rowsPerPage },
  })
  return found ? listed(found, view) : null
}

export { ManageProductsPage as Component }
