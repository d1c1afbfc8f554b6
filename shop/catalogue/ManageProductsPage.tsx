import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { Pagination } from '~/platform/ui/Pagination.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import { DeleteProduct } from './DeleteProduct.tsx'
import { EditProduct } from './EditProduct.tsx'
import { ExportProducts } from './ExportProducts.tsx'
import { ImportProducts } from './ImportProducts.tsx'
import type { Task } from './ManagedProducts.tsx'
import { ManagedProducts } from './ManagedProducts.tsx'
import { ManageSearch } from './ManageSearch.tsx'
import type { ManageData } from './manage-route.ts'
import { managedPerPage } from './manage-rules.ts'
import { useLiveProducts } from './use-live-products.ts'

const numbers = new Intl.NumberFormat('en-US')

export function ManageProductsPage() {
  const data = useLoaderData<ManageData | null>()
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<Task>()
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLElement>(null)
  useLiveProducts(() => void revalidate())
  if (!data) return null
  const { products, total, ...view } = data

  function begin(next: Task) {
    opener.current = document.activeElement as HTMLElement | null
    setTask(next)
  }
  async function close(hasChanged: boolean) {
    flushSync(() => setTask(undefined))
    opener.current?.focus()
    if (!hasChanged) return
    await revalidate()
    // The row that had the focus may be gone.
    if (!opener.current?.isConnected) heading.current?.focus()
  }
  return (
    <div className="grid gap-5">
      <Title page="Manage Products" />
      <div className="flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="mr-auto text-[28px] outline-none sm:text-[36px]">
          Manage Products
        </h1>
        <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1 max-sm:[&>*]:px-2">
          <ExportProducts />
          <ImportProducts onImported={() => void revalidate()} />
          <Link to={urls.addProduct()} className="btn btn-main btn-small">
            Add Product
          </Link>
        </div>
      </div>
      <ManageSearch view={view} />
      <p role="status" className="text-sm text-muted">
        {numbers.format(total)} {total === 1 ? 'product' : 'products'}
        {view.q && ` for “${view.q}”`}
      </p>
      {products.length === 0 ? (
        <p className="panel-flat px-6 py-16 text-center font-display text-[22px] font-bold">
          No Products Found
        </p>
      ) : (
        <ManagedProducts products={products} view={view} onChanged={() => void revalidate()} onTask={begin} />
      )}
      <Pagination
        label="Pages of products"
        current={view.page}
        last={Math.ceil(total / managedPerPage)}
        address={(page) => urls.manageProducts({ ...view, page })}
      />
      {task?.is === 'edit' && (
        <EditProduct product={task.product} onClose={(hasChanged) => void close(hasChanged)} />
      )}
      {task?.is === 'delete' && (
        <DeleteProduct product={task.product} onClose={(hasChanged) => void close(hasChanged)} />
      )}
    </div>
  )
}
