import type { ReactNode } from 'react'
import { use, useEffect } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { Pagination } from '~/platform/lists/Pagination.tsx'
import { Splash } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import { Breadcrumbs } from '../categories/Breadcrumbs.tsx'
import { CategoryTree } from '../categories/CategoryTree.tsx'
import type { Category } from '../categories/contract.ts'
import { trailAt } from '../categories/trail.ts'
import { productsPerPage } from '../list-rules.ts'
import { ListedFit } from '../product/FitVerdict.tsx'
import { SlotsContext } from '../product/slots.ts'
import { useLiveProducts } from '../product/use-live-products.ts'
import { ChosenFilters } from './ChosenFilters.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { FitLine } from './FitLine.tsx'
import { LoadMore } from './LoadMore.tsx'
import { NothingFound, SearchInterrupted } from './NothingFound.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { ShopDrawer } from './ShopDrawer.tsx'
import { ShopResults } from './ShopResults.tsx'
import { ShopSearch } from './ShopSearch.tsx'
import type { ShopData } from './shop-route.ts'
import { setShownResults } from './shown-results.ts'
import { useMoreProducts } from './use-more-products.ts'

/** `offer` is what else the words of the search may mean. */
export function ShopPage({ data, offer }: { data: ShopData; offer: ReactNode }) {
  const { products, total, facets, missed, missing, found, page, ...view } = data
  const { q, path } = view
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
  return (
    <div className="relative">
      <div className="section">
        <Head trail={trail} page={page} />
        <ShopSearch view={missed ?? view} category={trail.at(-1)?.name} />
        <div className="mt-6 lg:mt-8 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
          <ShopDrawer place={path}>
            {(close) => (
              <>
                <CategoryTree
                  categories={categories}
                  current={trail.at(-1)?._id ?? ''}
                  view={view}
                  onChoose={close}
                />
                <FilterPanel view={view} facets={facets} closeDrawer={close} />
              </>
            )}
          </ShopDrawer>
          <div className="min-w-0">
            <ShopResults
              total={total}
              page={page}
              lastPage={lastPage}
              view={view}
              missing={missing}
              found={found}
              matched={products[0]?.matchedNumber}
            />
            {offer}
            <ChosenFilters view={view} car={facets.fit?.car} />
            {facets.fit && <FitLine fit={facets.fit} view={view} />}
            {missed && <SearchInterrupted q={missed.q} />}
            <div
              className={`min-h-[50vh] transition-opacity duration-200 ${isSearching ? 'opacity-50 delay-100' : ''}`}
              aria-busy={isSearching}
            >
              {products.length === 0 ? (
                <NothingFound view={view} category={trail.at(-1)?.name} nearKinds={facets.nearKinds} />
              ) : (
                <SlotsContext value={view.car ? { ...slots, Mark: ListedFit } : slots}>
                  <ProductGrid
                    products={more.products}
                    results={{ address: urls.shop({ page, ...view }), q }}
                  />
                </SlotsContext>
              )}
            </div>
            {lastPage > 1 && <LoadMore more={more} total={total} />}
            <Pagination
              label="Pages of the shop"
              current={page}
              last={lastPage}
              address={(number) => urls.shop({ page: number, ...view })}
            />
          </div>
        </div>
      </div>
      <Splash page="shop" seconds={3} />
    </div>
  )
}

function Head({ trail, page }: { trail: Category[]; page: number }) {
  // Each page of a list has its own address for search engines, so it has its own title, too.
  const titled = (name: string) => (page > 1 ? `${name}, page ${page}` : name)
  const category = trail.at(-1)
  if (category)
    return (
      <header className="mb-6 grid gap-2">
        <Title page={titled(category.name)} description={category.description || defaultDescription} />
        <Breadcrumbs trail={trail} isLastHere />
        <h1 className="text-[clamp(32px,4vw,48px)] wrap-anywhere">{category.name}</h1>
        {category.description && <p className="lead">{category.description}</p>}
      </header>
    )
  return (
    <header className="mb-8 grid gap-3 lg:mb-10">
      <Title page={titled('Shop')} description={defaultDescription} />
      <p className="eyebrow">Car parts since 1998</p>
      <h1 className="text-[clamp(40px,5.2vw,64px)]">Shop the parts shelf</h1>
      <p className="lead">
        Every part here was measured, photographed and described by people who fit them for a living.
      </p>
    </header>
  )
}

const defaultDescription =
  'Brakes, filters, batteries, lights and tools: car parts with honest measurements, prices and stock.'
