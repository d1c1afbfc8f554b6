import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import { EditProduct } from './EditProduct.tsx'
import { Restock } from './Restock.tsx'

type Props = { product: Product; onChanged: () => void; children: ReactNode }

/** On the page of a product, what an admin finds where customers order. */
export function ManageProduct({ product, onChanged, children }: Props) {
  const [edited, setEdited] = useState<Product>()
  return (
    <section className="grid gap-4 border-t border-line pt-4" aria-label="Manage this product">
      {children}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-muted">In stock</span>
        <Restock product={product} onChanged={onChanged} />
      </div>
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        <button type="button" className="btn btn-main" onClick={() => setEdited(product)}>
          Edit
        </button>
        <Link to={urls.fitments(product._id)} className="btn btn-quiet">
          Cars
        </Link>
        <Link to={urls.manageProducts({ q: product.productName })} className="btn btn-quiet">
          Manage Products
        </Link>
      </div>
      {edited && (
        <EditProduct
          product={edited}
          onClose={(wasSaved) => {
            setEdited(undefined)
            if (wasSaved) onChanged()
          }}
        />
      )}
    </section>
  )
}
