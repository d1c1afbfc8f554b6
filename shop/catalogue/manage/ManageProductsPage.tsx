import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { DeleteDialog } from '~/platform/dialogs/DeleteDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/DialogSubject.tsx'
import { ExportButton } from '~/platform/lists/DownloadButton.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { formatDollarsAfter } from '~/platform/money.ts'
import type { Listed } from '~/shop/identity/session/admin-get.ts'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import { csvRoutes, manageRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import { Thumbnail } from '../product/Thumbnail.tsx'
import { useLiveProducts } from '../product/use-live-products.ts'
import { EditProduct } from './EditProduct.tsx'
import { ImportProducts } from './ImportProducts.tsx'
import type { Task } from './ManagedProducts.tsx'
import { ManagedProducts } from './ManagedProducts.tsx'
import { ManageFilters } from './ManageFilters.tsx'
import type { ManageView } from './manage-route.ts'
import { NumberFiles } from './NumberFiles.tsx'

export function ManageProductsPage() {
  const data = useLoaderData<Listed<Product, ManageView> | null>()
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<Task>()
  const reload = () => void revalidate()
  useLiveProducts(reload)
  if (!data) return null
  const { rows, view } = data

  function close(hasChanged: boolean) {
    setTask(undefined)
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
                <ExportButton download={() => fetchAs(csvRoutes.exportProducts)} />
                <ImportProducts onImported={reload} />
                <NumberFiles onImported={reload} />
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
        <ManagedProducts products={rows} view={view} onChanged={reload} onTask={setTask} />
      </ListPage>
      {/* Beside the list, not in its rows: a row may be gone before the dialog is read. */}
      {task?.is === 'edit' && <EditProduct product={task.product} onClose={close} />}
      {task?.is === 'delete' && (
        <DeleteDialog
          onDelete={() => authApi(manageRoutes.deleteProduct, { params: { id: task.product._id } })}
          about={<About product={task.product} />}
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
