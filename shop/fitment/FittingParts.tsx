import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { Link } from '~/platform/ui/Link.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import { FitVerdict } from '~/shop/catalogue/product/FitVerdict.tsx'
import { catalogueRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { SavedCar } from '~/shop/vehicles/garage/garage.ts'

const mostShown = 4

/** Beside a part that does not fit: those of its category that do. */
export function FittingParts({ product, car }: { product: Product; car: SavedCar }) {
  const [parts, setParts] = useState<Product[]>()
  const { vehicleId, facts } = car
  const { category } = product
  useEffect(() => {
    const overtaken = new AbortController()
    const query = { car: vehicleId, facts, category, page: 1, limit: mostShown }
    getByHttp(catalogueRoutes.listProducts, { query, signal: overtaken.signal }).then(
      ({ data }) => setParts(data),
      // Without them the answer is what it was.
      () => {},
    )
    return () => overtaken.abort()
  }, [vehicleId, facts, category])
  if (!parts) return null
  if (parts.length === 0)
    return <p className="text-sm text-muted">No other part of this kind here is known to fit your car.</p>
  return (
    <div className="grid gap-2">
      <h3 className="font-sans text-sm font-semibold tracking-normal">What fits your car instead</h3>
      <ul className="grid gap-2">
        {parts.map(({ _id, productName, fit }) => (
          <li key={_id}>
            <Link to={urls.product(_id)} className="choice-link flex-wrap justify-between gap-y-0">
              <span className="font-medium">{productName}</span>
              <span className="min-w-0 text-sm">{fit && <FitVerdict {...fit} />}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
