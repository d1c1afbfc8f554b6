import { useEffect } from 'react'
import { useLoaderData, useNavigation, useRevalidator } from 'react-router'
import { Pagination } from '~/platform/lists/Pagination.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import { useLiveProducts } from '../product/use-live-products.ts'
import { productsPerPage } from '../rules.ts'
import { LoadMore } from './LoadMore.tsx'
import { NothingFound } from './NothingFound.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { SearchInterrupted } from './SearchInterrupted.tsx'
import { ShopResults } from './ShopResults.tsx'
import { ShopSearch } from './ShopSearch.tsx'
import type { ShopData } from './shop-route.ts'
import { setShownResults } from './shown-results.ts'
import { useMoreProducts } from './use-more-products.ts'

export function ShopPage() {
  const data = useLoaderData<ShopData>()
  const { products, total, page, q, sort, missed, missing } = data
  useEffect(() => {
    setShownResults(data)
    return () => setShownResults(undefined)
  }, [data])
  const isSearching = useNavigation().location?.pathname === urls.shop()
  const more = useMoreProducts(data)
  const { revalidate } = useRevalidator()
  useLiveProducts(() => {
    void revalidate()
    void more.refresh()
  })
  const lastPage = Math.ceil(total / productsPerPage)
  return (
    <div className="relative">
      <Title
        page="Shop"
        description="Brakes, filters, batteries, lights and tools: car parts with honest measurements, prices and stock."
      />
      <div className="section">
        <header className="mb-8 grid gap-3 lg:mb-10">
          <p className="eyebrow">Car parts since 1998</p>
          <h1 className="text-[clamp(40px,5.2vw,64px)]">Shop the parts shelf</h1>
          <p className="lead">
            Every part here was measured, photographed and described by people who fit them for a living.
          </p>
        </header>
        <ShopSearch q={missed?.q ?? q} sort={missed?.sort ?? sort} />
        <ShopResults
          total={total}
          page={page}
          lastPage={lastPage}
          q={q}
          sort={sort}
          missing={missing}
          matched={products[0]?.matchedNumber}
        />
        {missed && <SearchInterrupted q={missed.q} />}
        <div
          className={`min-h-[50vh] transition-opacity duration-200 ${isSearching ? 'opacity-50 delay-100' : ''}`}
          aria-busy={isSearching}
        >
          {products.length === 0 ? (
            <NothingFound q={q} />
          ) : (
            <ProductGrid products={more.products} results={{ address: urls.shop({ page, q, sort }), q }} />
          )}
        </div>
        {lastPage > 1 && <LoadMore more={more} total={total} />}
        <Pagination
          label="Pages of the shop"
          current={page}
          last={lastPage}
          address={(number) => urls.shop({ page: number, q, sort })}
        />
      </div>
      <Splash page="shop" seconds={3} />
    </div>
  )
}
