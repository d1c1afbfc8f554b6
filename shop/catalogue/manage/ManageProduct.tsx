import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { manageRoutes } from '~/shop/admin-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { MaybeHidden } from './ManagedProducts.tsx'
import { VisibilityButton } from './ManagedProducts.tsx'
import { Restock } from './Restock.tsx'

type Props = { product: MaybeHidden; onChanged: () => void; children: ReactNode }

/** Also one that is not for sale yet. */
export const readManaged = (id: string) => staffGet(manageRoutes.getManagedProduct, { params: { id } })

/** On the page of a product, what an admin finds where customers order. */
export function ManageProduct({ product, onChanged, children }: Props) {
  return (
    <section className="grid gap-4 border-t border-line pt-4" aria-label="Manage this product">
      {product.visibility === 'hidden' && (
        <p className="rounded-control bg-warn-tint px-4 py-3 text-warn">
          Hidden (not for sale yet): customers do not see this page.
        </p>
      )}
      {children}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-muted">In stock</span>
        <Restock product={product} onChanged={onChanged} />
      </div>
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        <Link to={urls.editProduct(product._id)} className="btn btn-main">
          Edit
        </Link>
        <VisibilityButton product={product} onChanged={onChanged} className="btn btn-quiet" />
        <Link to={urls.addProduct(product._id)} className="btn btn-quiet">
          Duplicate
        </Link>
        <Link to={urls.fitments(product._id)} className="btn btn-quiet">
          Cars
        </Link>
        <Link to={urls.manageProducts({ q: product.productName })} className="btn btn-quiet">
          Manage Products
        </Link>
      </div>
    </section>
  )
}
