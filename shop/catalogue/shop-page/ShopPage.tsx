import type { ReactNode } from 'react'
import { use, useEffect } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { Pagination } from '~/platform/lists/Pagination.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import { urls } from '~/shop/urls.ts'
import { CategoryTiles } from '../categories/CategoryTiles.tsx'
import { CategoryTree } from '../categories/CategoryTree.tsx'
import { trailAt } from '../categories/rules.ts'
import { CompareBar, CompareTick } from '../compare/CompareBar.tsx'
import type { Product } from '../contract.ts'
import { chosenFilters, noFilters } from '../list-filters.ts'
import { productsPerPage } from '../list-rules.ts'
import { ListedFit } from '../product/FitVerdict.tsx'
import { ProductCard } from '../product/ProductCard.tsx'
import type { Results } from '../product/results-origin.ts'
import { SlotsContext } from '../product/slots.ts'
import { useLiveProducts } from '../product/use-live-products.ts'
import { ChosenFilters } from './ChosenFilters.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { FitLine } from './FitLine.tsx'
import { ListHead } from './ListHead.tsx'
import { LoadMore, useMoreProducts } from './LoadMore.tsx'
import { NothingFound, SearchInterrupted } from './NothingFound.tsx'
import { ShopDrawer } from './ShopDrawer.tsx'
import type { ShopData } from './shop-route.ts'
import { setShownResults } from './shop-route.ts'

/** `offer` is what else the words of the search may mean. */
export function ShopPage({ data, offer }: { data: ShopData; offer: ReactNode }) {
  const { products, total, facets, missed, missing, found, page, ...view } = data
  const { q, path, car, facts, fit } = view
  const { categories } = facets
  const slots = use(SlotsContext)
  useEffect(() => {
    setShownResults(data)
    return () => setShownResults(undefined)
  }, [data])
  const next = useNavigation().location?.pathname
  const isSearching = next === urls.shop() || next?.startsWith(`${urls.shop()}/`)
  const more = useMoreProducts(data)
  const { revalidate } = useRevalidator()
  useLiveProducts(() => {
    void revalidate()
    void more.refresh()
  })
  const lastPage = Math.ceil(total / productsPerPage)
  const trail = trailAt(categories, path)
  const category = trail.at(-1)
  const isOneKind = category?.group !== '' && total > 1
  const mine = slots.car && { car: slots.car.car, facts: slots.car.facts, fit: 'all' }
  const carried = car ? { car, facts, fit } : { ...mine }
  const chosen = chosenFilters(view)
  // Where nothing is found and nothing was narrowed, there is nothing to sort or to filter.
  const isEmpty = total === 0 && !category && chosen.length === 0
  const isFront = !category && !q && page === 1 && chosen.length === 0
  return (
    <div className="relative">
      <div className="container-page pb-14 lg:pb-20">
        <ListHead
          view={view}
          trail={trail}
          carried={carried}
          total={total}
          page={page}
          lastPage={lastPage}
          isEmpty={isEmpty}
          missing={missing}
          found={found}
          fit={facets.fit}
          matched={products[0]?.matchedNumber}
        />
        {offer}
        <ChosenFilters view={view} />
        {isFront && <CategoryTiles categories={categories} carried={carried} />}
        <div
          className={`items-start ${isEmpty ? '' : 'lg:grid lg:grid-cols-[13.75rem_minmax(0,1fr)] lg:gap-8'}`}
        >
          {!isEmpty && (
            <ShopDrawer
              place={path}
              total={total}
              form="filters"
              clearTo={
                chosen.length > 0
                  ? urls.shop({ ...view, ...noFilters, ...carried, fit: car && 'all' })
                  : undefined
              }
            >
              {(close) => (
                <FilterPanel id="filters" view={view} facets={facets} closeDrawer={close}>
                  {!isFront && (
                    <CategoryTree
                      categories={categories}
                      current={category?._id ?? ''}
                      carried={{ q, ...carried }}
                      onChoose={close}
                    />
                  )}
                </FilterPanel>
              )}
            </ShopDrawer>
          )}
          <div className="min-h-[50vh] min-w-0">
            {missed && <SearchInterrupted q={missed.q} />}
            <div
              className={`transition-opacity duration-200 ${isSearching ? 'opacity-50 delay-100' : ''}`}
              aria-busy={isSearching}
            >
              {products.length === 0 ? (
                <NothingFound view={view} category={category?.name} nearKinds={facets.nearKinds} />
              ) : (
                <SlotsContext
                  value={{
                    ...slots,
                    ...(car && { Mark: ListedFit }),
                    ...(isOneKind && { Tick: CompareTick }),
                  }}
                >
                  <ProductGrid
                    products={more.products}
                    results={{ address: urls.shop({ page, ...view }), q, total }}
                  />
                </SlotsContext>
              )}
            </div>
            {isOneKind && <CompareBar />}
            {facets.fit && <FitLine fit={facets.fit} view={view} />}
            {lastPage > 1 && <LoadMore more={more} total={total} />}
            <Pagination
              label="Pages of the shop"
              current={page}
              last={lastPage}
              address={(number) => urls.shop({ page: number, ...view })}
            />
            {category?.description && <p className="mt-8 text-sm text-muted">{category.description}</p>}
          </div>
        </div>
      </div>
      <Splash page="shop" seconds={3} />
    </div>
  )
}

const mostInFirstRow = 3

const ProductGrid = ({ products, results }: { products: Product[]; results: Results }) => (
  <ul className="product-cards">
    {products.map((product, i) => (
      <li key={product._id}>
        <ProductCard
          product={product}
          picture={i === 0 ? 'first' : i < mostInFirstRow ? 'soon' : 'later'}
          results={results}
        />
      </li>
    ))}
  </ul>
)
