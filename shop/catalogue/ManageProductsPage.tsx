import { useRef } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { Pagination } from '~/platform/ui/Pagination.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import { ExportProducts } from './ExportProducts.tsx'
import { ImportProducts } from './ImportProducts.tsx'
import { ManagedProducts } from './ManagedProducts.tsx'
import { ManageSearch } from './ManageSearch.tsx'
import type { ManageData } from './manage-route.ts'
import { managedPerPage } from './manage-rules.ts'
import { useLiveProducts } from './use-live-products.ts'

const numbers = new Intl.NumberFormat('en-US')

export function ManageProductsPage() {
  const data = useLoaderData<ManageData | null>()
  const { revalidate } = useRevalidator()
  const heading = useRef<HTMLHeadingElement>(null)
  useLiveProducts(() => void revalidate())
  if (!data) return null
  const { products, total, ...view } = data

  async function reload() {
    await revalidate()
    // The row that had the focus may be gone.
    if (!document.activeElement || document.activeElement === document.body) heading.current?.focus()
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
          <ImportProducts onImported={() => void reload()} />
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
        <ManagedProducts products={products} view={view} onChanged={() => void reload()} />
      )}
      <Pagination
        label="Pages of products"
        current={view.page}
        last={Math.ceil(total / managedPerPage)}
        address={(page) => urls.manageProducts({ ...view, page })}
      />
    </div>
  )
}
