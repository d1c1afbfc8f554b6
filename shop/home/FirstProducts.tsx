import { Link, useRevalidator } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import { ProductCard } from '~/shop/catalogue/product/ProductCard.tsx'
import { useLiveProducts } from '~/shop/catalogue/product/use-live-products.ts'
import { urls } from '~/shop/urls.ts'

export function FirstProducts({ products }: { products: Product[] }) {
  const { revalidate } = useRevalidator()
  useLiveProducts(() => void revalidate())
  if (products.length === 0) return null
  return (
    <section className="relative border-y border-line bg-sunken" aria-labelledby="first-products">
      <div className="section">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <p className="eyebrow">From the shelf</p>
            <h2 id="first-products" className="headline mt-2">
              Parts in the shop
            </h2>
          </div>
          <Link to={urls.shop()} className="text-link inline-flex min-h-11 items-center gap-2">
            See all parts <Icon name="arrow" />
          </Link>
        </div>
        <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {products.map((product) => (
            <li key={product._id} className="grid">
              <ProductCard product={product} />
            </li>
          ))}
        </ul>
      </div>
      <Splash page="home-products" seconds={2} />
    </section>
  )
}
